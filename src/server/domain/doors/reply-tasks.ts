import type { Agent } from '../../../shared/agents/agents.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import { partsOf, sourcesOf, textOf } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { Db } from '../../db/connect/connect.ts'
import { encodeCursor } from '../../db/cursor.ts'
import {
  findLastChange,
  findLeaf,
  findTask,
  listTasks,
  type StoredTask,
  type TaskFilter,
  type TaskScope,
} from '../../db/doors/reply-tasks.ts'
import { shownParts } from '../../db/turns/stored-parts.ts'
import { Failure } from '../failure.ts'
import { readCursor } from '../read-cursor.ts'
import type { Caller } from './doors.ts'

/** A stored reply as protocols with tasks show it: with its question, and without the model's reasoning. */
export interface ReplyTask {
  conversationId: string
  replyId: string
  questionId: string
  question: string
  state: ReplyState
  /** Of a running reply, what was stored so far. */
  text: string
  /** The passages that it cites so far. */
  sources: readonly CitedSource[]
  changedAt: Date
}

/**
 * Reads stored replies for a caller: those of conversations that its key made with one agent. All others, hidden and
 * deleted ones included, are reported as missing.
 */
export interface ReplyTasks {
  find(caller: Caller, agentId: string, replyId: string): Promise<ReplyTask | null>
  /**
   * Lists them, changed last first.
   * @throws {Failure} `cursor_invalid`
   */
  list(
    caller: Caller,
    agentId: string,
    query: TaskFilter & { cursor?: string | undefined; limit?: number | undefined },
  ): Promise<{ tasks: ReplyTask[]; nextCursor: string | null; total: number }>
  /**
   * Returns the newest message of a conversation, which the next question follows.
   * @throws {Failure} `not_found`
   */
  leafOf(caller: Caller, agentId: string, conversationId: string): Promise<string>
  /** When what is said of an agent last changed. */
  lastChange(agent: Pick<Agent, 'id' | 'createdAt'>): Promise<Date>
}

const CURSOR = 'reply-tasks'

export function createReplyTasks({ db }: { db: Db }): ReplyTasks {
  return {
    async find(caller, agentId, replyId) {
      const scope = scopeOf(caller, agentId)
      const found = scope && (await findTask(db, scope, replyId))
      return found && asTask(found)
    },

    async list(caller, agentId, { cursor, limit = limits.listPage, ...filter }) {
      const after = readCursor(CURSOR, cursor)
      const scope = scopeOf(caller, agentId)
      if (!scope) return { tasks: [], nextCursor: null, total: 0 }
      const found = await listTasks(db, scope, { ...filter, after, limit })
      const page = found.tasks.slice(0, limit)
      const last = page.at(-1)
      const isCut = last !== undefined && found.tasks.length > limit
      return {
        tasks: page.map(asTask),
        nextCursor: isCut ? encodeCursor(CURSOR, { createdAt: last.changedAt, id: last.replyId }) : null,
        total: found.total,
      }
    },

    async leafOf(caller, agentId, conversationId) {
      const scope = scopeOf(caller, agentId)
      const leaf = scope && (await findLeaf(db, scope, conversationId))
      if (leaf === null) throw new Failure('not_found', 'This key made no such conversation with this agent.')
      return leaf
    },

    async lastChange({ id, createdAt }) {
      return (await findLastChange(db, id)) ?? new Date(createdAt)
    },
  }
}

/** Null for nobody, who has no conversations. */
function scopeOf({ wallet, keyId }: Caller, agentId: string): TaskScope | null {
  return wallet === null || keyId === null ? null : { wallet, keyId, agentId }
}

function asTask({
  conversationId,
  replyId,
  questionId,
  question,
  state,
  changedAt,
  ...stored
}: StoredTask): ReplyTask {
  const parts = partsOf(shownParts({ ...stored, state }))
  return {
    conversationId,
    replyId,
    questionId,
    question,
    state,
    text: textOf(parts),
    sources: sourcesOf(parts) ?? [],
    changedAt,
  }
}
