import type { EarlierMessages, ErasedMessages, LastTalk } from '../../../shared/chat/conversations.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findSummary, hasMessage } from '../../db/conversations/conversations.ts'
import { eraseMessages, listWaitingOf } from '../../db/conversations/erase-messages.ts'
import { findLastTalk } from '../../db/conversations/last-talk.ts'
import { prepareEarlierMessages } from '../../db/conversations/open-conversation.ts'
import type { OwnedId } from '../../db/deletable-rows.ts'
import { Failure, noSuch } from '../failure.ts'
import { noQuotas, type Quotas } from '../quotas/quotas.ts'
import type { ToolDecisions } from '../tools/tool-decisions.ts'

interface ConversationMessagesOptions {
  db: Db
  quotas?: Quotas
  /** What people decide about calls of tools; without it no reply waits. */
  decisions?: Pick<ToolDecisions, 'supersede'>
}

/** What is done with single messages of stored conversations. Those of other wallets are reported as missing. */
export class ConversationMessages {
  readonly #options: ConversationMessagesOptions
  readonly #earlier: ReturnType<typeof prepareEarlierMessages>

  constructor(options: ConversationMessagesOptions) {
    this.#options = options
    this.#earlier = prepareEarlierMessages(options.db)
  }

  /** The messages before one, on the path that leads to it. @throws {Failure} `validation_failed` at `before` */
  async earlier(of: OwnedId, before: string): Promise<EarlierMessages> {
    const page = await this.#earlier({ ...of, before })
    if (page.messages.length > 0) return page
    const { db } = this.#options
    if (!(await findSummary(db, of))) noSuch('conversation')
    if (await hasMessage(db, of.id, before)) return page
    const message = 'This conversation has no such message.'
    throw new Failure('validation_failed', message, { errors: { before: message } })
  }

  /** Where a wallet was with an agent. */
  async lastTalk(owner: string, agentId: string): Promise<LastTalk> {
    return { talk: await findLastTalk(this.#options.db, { owner, agentId }) }
  }

  /**
   * Erases the words of a question and of all its answers, or of one answer, for good.
   * @throws {Failure} `reply_running`
   */
  async erase(of: OwnedId, messageId: string): Promise<ErasedMessages> {
    const { db, decisions, quotas = noQuotas } = this.#options
    const { words, sources } = quotas
    if (!(await findSummary(db, of))) noSuch('conversation')
    // A decision that is made from now on finds nothing that waits, so no reply goes on whose words are gone.
    for (const replyId of await listWaitingOf(db, of.id, messageId))
      await decisions?.supersede({ scope: 'conversation', scopeId: of.id, replyId })
    const outcome = await eraseMessages(db, { of, messageId })
    switch (outcome.is) {
      case 'missing':
        return noSuch('conversation')
      case 'message_missing':
        throw new Failure('not_found', 'This conversation has no such message.')
      case 'running':
        throw new Failure(
          'reply_running',
          'Wait for the reply to finish, or stop it, before you delete words.',
        )
      case 'erased':
        words.add(of.owner, -outcome.bytes)
        if (outcome.hadFiles) sources.forget(of.owner)
        return outcome.erased
      default:
        return outcome satisfies never
    }
  }
}
