import type { Agent } from '../../../shared/agents/agents.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import { type ModelEnd, modelOf } from '../../../shared/chat/model-ends.ts'
import { partsOf, sourcesOf, textOf } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { ToolCallPart } from '../../../shared/tools/tool-fields.ts'
import type { Db } from '../../db/connect/connect.ts'
import { encodeCursor } from '../../db/cursor.ts'
import {
  findLastChange,
  findLeaf,
  findTask,
  isDeletedConversation,
  listTasks,
  type StoredTask,
  type TaskFilter,
  type TaskScope,
} from '../../db/doors/reply-tasks.ts'
import { shownParts } from '../../db/turns/stored-parts.ts'
import { Failure } from '../failure.ts'
import { readCursor } from '../read-cursor.ts'
import type { Caller } from './door-questions.ts'

/** A stored reply as protocols with tasks show it: with its question, and without the model's reasoning. */
export interface ReplyTask {
  conversationId: string
  replyId: string
  /** Of the question: as its program sent it, or else as it is stored. */
  messageId: string
  question: string
  state: ReplyState
  /** Of a running reply, what was stored so far. */
  text: string
  sources: readonly CitedSource[]
  calls: readonly ToolCallPart[]
  /** How its model ended it, if neither by itself nor by its length. */
  ended: ModelEnd | null
  changedAt: Date
}

export type TaskQuery = TaskFilter & { cursor?: string | undefined; limit?: number | undefined }

const CURSOR = 'reply-tasks'

/** Those of conversations that the caller's key made with one agent; all others are reported as missing. */
export class ReplyTasks {
  readonly #db: Db

  constructor(options: { db: Db }) {
    this.#db = options.db
  }

  /** @param conversationId where it is known in which it must be, which spares a look at all of the key's */
  async find(
    caller: Caller,
    agentId: string,
    replyId: string,
    conversationId?: string,
  ): Promise<ReplyTask | null> {
    const scope = scopeOf(caller, agentId)
    const found = scope && (await findTask(this.#db, scope, { replyId, conversationId }))
    return found && asTask(found)
  }

  /** Whether a conversation was deleted, whose id is then taken. The ids that are asked for follow from a caller's key. */
  wasDeleted(conversationId: string): Promise<boolean> {
    return isDeletedConversation(this.#db, conversationId)
  }

  /** Lists them, changed last first. @throws {Failure} `cursor_invalid` */
  async list(
    caller: Caller,
    agentId: string,
    { cursor, limit = limits.listPage, ...filter }: TaskQuery,
  ): Promise<{ tasks: ReplyTask[]; nextCursor: string | null; total: number }> {
    const after = readCursor(CURSOR, cursor)
    const scope = scopeOf(caller, agentId)
    if (!scope) return { tasks: [], nextCursor: null, total: 0 }
    const found = await listTasks(this.#db, scope, { ...filter, after, limit })
    const page = found.tasks.slice(0, limit)
    const last = page.at(-1)
    const isCut = last !== undefined && found.tasks.length > limit
    return {
      tasks: page.map(asTask),
      nextCursor: isCut ? encodeCursor(CURSOR, { createdAt: last.changedAt, id: last.replyId }) : null,
      total: found.total,
    }
  }

  /** Returns the message of a conversation that the next question follows. @throws {Failure} `not_found` */
  async leafOf(caller: Caller, agentId: string, conversationId: string): Promise<string> {
    const scope = scopeOf(caller, agentId)
    const leaf = scope && (await findLeaf(this.#db, scope, conversationId))
    if (leaf === null) throw new Failure('not_found', 'This key made no such conversation with this agent.')
    return leaf
  }

  async lastChange({ id, createdAt }: Pick<Agent, 'id' | 'createdAt'>): Promise<Date> {
    return (await findLastChange(this.#db, id)) ?? new Date(createdAt)
  }
}

/** Null for nobody, who has no conversations. */
function scopeOf({ wallet, keyId }: Caller, agentId: string): TaskScope | null {
  return wallet === null || keyId === null ? null : { wallet, keyId, agentId }
}

function asTask(stored: StoredTask): ReplyTask {
  const { conversationId, replyId, messageId, question, state, changedAt } = stored
  const parts = partsOf(shownParts(stored))
  return {
    ...{ conversationId, replyId, messageId, question, state, changedAt },
    text: textOf(parts),
    sources: sourcesOf(parts) ?? [],
    calls: parts.filter((part) => part.kind === 'tool'),
    ended: modelOf(parts)?.ended ?? null,
  }
}
