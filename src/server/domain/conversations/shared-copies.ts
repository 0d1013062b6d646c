import { randomUUID } from 'node:crypto'
import type {
  CopiedMessage,
  NewSharedCopy,
  SharedConversation,
  SharedCopy,
} from '../../../shared/chat/shared-copies.ts'
import { limits } from '../../../shared/common/limits.ts'
import { AI_SOURCE } from '../../../shared/trust/disclosure.ts'
import type { Db } from '../../db/connect/connect.ts'
import { readAgentsGreetings } from '../../db/conversations/agents-greetings.ts'
import { isInSharedCopy } from '../../db/conversations/replies.ts'
import {
  insertSharedCopy,
  isCopyDown,
  listSharedCopies,
  openSharedCopy,
  removeSharedCopy,
} from '../../db/conversations/shared-copies.ts'
import type { OwnedId } from '../../db/deletable-rows.ts'
import type { ReplyPlace } from '../../db/turns/running-turns.ts'
import { Failure, noSuch } from '../failure.ts'
import { takenDown } from '../taken-down.ts'

/**
 * Shared paths of conversations, which others may read (record 0049) as they were, under addresses that can't be
 * guessed. `owner` is the session's wallet; copies of other wallets are reported as missing.
 */
export class SharedCopies {
  readonly #options: { db: Db; clock: () => Date; most?: number }

  /** @param options.most the maximum number of copies of a wallet at the same time; lower in tests */
  constructor(options: { db: Db; clock: () => Date; most?: number }) {
    this.#options = options
  }

  /** @throws {Failure} `not_found`, `validation_failed` at `messageId`, `reply_running` if it is, or `quota_reached` */
  async share(of: OwnedId, { messageId }: NewSharedCopy): Promise<{ copy: SharedCopy; created: boolean }> {
    const { db, clock, most = limits.sharedCopies } = this.#options
    const wanted = { of, leaf: messageId, id: randomUUID(), at: clock(), most }
    const outcome = await insertSharedCopy(db, wanted)
    switch (outcome.is) {
      case 'missing':
        return noSuch('conversation')
      case 'message_missing': {
        const message = 'This conversation has no such message.'
        throw new Failure('validation_failed', message, { errors: { messageId: message } })
      }
      case 'running':
        throw new Failure('reply_running', 'The reply is not finished yet. Share it when it is.')
      case 'full':
        throw new Failure(
          'quota_reached',
          `One wallet can share ${most} copies of conversations. Stop sharing one to make room.`,
        )
      case 'made':
      case 'there': {
        const [copy] = await listSharedCopies(db, of.owner, { id: outcome.id })
        if (!copy) nothingThere()
        return { copy, created: outcome.is === 'made' }
      }
    }
  }

  /** Lists the wallet's copies, or those of one of its conversations, most recently shared first. */
  list(owner: string, conversationId?: string): Promise<SharedCopy[]> {
    return listSharedCopies(this.#options.db, owner, { conversationId })
  }

  /** Its address no longer works after that. @throws {Failure} `not_found` */
  async remove(of: OwnedId): Promise<void> {
    if (!(await removeSharedCopy(this.#options.db, of))) nothingThere()
  }

  /** Opens a copy for anyone who has its address. @throws {Failure} `not_found`, or `taken_down` */
  async open(id: string): Promise<SharedConversation> {
    const { db } = this.#options
    const copy = await openSharedCopy(db, id)
    if (!copy && (await isCopyDown(db, id))) throw takenDown('shared_copy')
    if (!copy) return nothingThere()
    // Of what was brought along nobody here knows who wrote it.
    const isGiven = copy.messages.some((message) => message.role === 'assistant' && !message.brought)
    const messages = await this.#withGreeting(id, copy)
    return { ...copy, messages, ...(isGiven && { digitalSourceType: AI_SOURCE }) }
  }

  /** The page sends a greeting with the first question: if the agent really begins so, it is the agent's. */
  async #withGreeting(id: string, { messages, earlier }: SharedConversation): Promise<CopiedMessage[]> {
    const [first, ...more] = messages
    if (earlier !== undefined || first?.role !== 'assistant' || !first.brought) return messages
    const { brought: _, ...greeting } = first
    const isAgents = (await readAgentsGreetings(this.#options.db, id)).includes(first.content)
    return isAgents ? [greeting, ...more] : messages
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'This shared conversation does not exist. It may no longer be shared.')
}

/** What was shared never changes, for whoever has its address. @throws {Failure} `conflict` for a reply in a copy */
export async function refuseShared(db: Db, reply: ReplyPlace): Promise<void> {
  if (await isInSharedCopy(db, reply))
    throw new Failure(
      'conflict',
      'This reply is in a shared copy, which would change with it. Ask again, or take the copy back first.',
    )
}
