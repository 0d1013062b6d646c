import type {
  Conversation,
  ConversationChanges,
  ConversationListQuery,
  ConversationPage,
  ConversationSummary,
  DeletedConversations,
  ExportFormat,
  Fork,
} from '../../../shared/chat/conversations.ts'
import { titleOf } from '../../../shared/chat/conversations.ts'
import type { KeptConversation } from '../../../shared/chat/kept-conversation.ts'
import { partsOf, storedTextsOf } from '../../../shared/chat/parts.ts'
import { limits } from '../../../shared/common/limits.ts'
import { OneByOne } from '../../base/keyed-work.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listConversations, USED } from '../../db/conversations/conversation-list.ts'
import {
  changeConversation,
  deletableConversations,
  findSummary,
  listRunningDeleted,
  markAllDeleted,
  restoreAllDeleted,
} from '../../db/conversations/conversations.ts'
import { type ForkOutcome, forkConversation, measurePath } from '../../db/conversations/fork-conversation.ts'
import { type KeepOutcome, keepConversation, listStored } from '../../db/conversations/keep-conversation.ts'
import { prepareOpenConversation } from '../../db/conversations/open-conversation.ts'
import type { OwnedId } from '../../db/deletable-rows.ts'
import type { ExportedFile } from '../export/exported-file.ts'
import { Failure, noSuch } from '../failure.ts'
import type { ModelChoices } from '../models/model-choices.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { UndoableDeletes, undoExpired } from '../undoable-deletes.ts'
import { exportConversation } from './export-conversation.ts'
import { COPIED, forkTitle } from './fork.ts'

interface ConversationsOptions {
  models: Pick<ModelChoices, 'require'>
  db: Db
  clock: () => Date
  /** Stops the replies that are running in these conversations, on any server. */
  stopRunning: (conversationIds: readonly string[]) => Promise<void>
  /** Stores the words of a reply that is running in this conversation. */
  storeRunning?: ((conversationId: string) => Promise<void>) | undefined
  quotas?: Quotas
}

/**
 * Operations on stored conversations, except running replies. `owner` is the session's wallet: a conversation that
 * belongs to another wallet or is deleted is reported as missing, so every operation may throw a {Failure} `not_found`.
 */
export class Conversations {
  readonly #options: ConversationsOptions
  readonly #quotas: Quotas
  readonly #deletes: UndoableDeletes
  readonly #searching = new OneByOne()
  readonly #openConversation: ReturnType<typeof prepareOpenConversation>

  constructor(options: ConversationsOptions) {
    const { db, clock, quotas = noQuotas } = options
    this.#options = options
    this.#quotas = quotas
    const what = 'the conversation is deleted'
    this.#deletes = new UndoableDeletes({ db, clock, rows: deletableConversations, what })
    this.#openConversation = prepareOpenConversation(db)
  }

  /** A long one with the newest messages of its path. */
  async open(of: OwnedId): Promise<Conversation> {
    return (await this.#openConversation(of)) ?? noSuch('conversation')
  }

  /** With all that was said in it, however long it is. */
  async openWhole(of: OwnedId): Promise<Conversation> {
    return (await this.#openConversation(of, { whole: true })) ?? noSuch('conversation')
  }

  /**
   * Most recently used first: all, or those that contain a text. A search may read all that a wallet has, so a wallet has one
   * at a time, and none that nobody waits for.
   * @throws {Failure} `cursor_invalid`
   */
  async list(
    owner: string,
    { query, agentId, cursor, limit = limits.listPage }: ConversationListQuery,
    gone?: AbortSignal,
  ): Promise<ConversationPage> {
    const after = readCursor(USED, cursor)
    const list = () => listConversations(this.#options.db, { owner, query, agentId, limit, after }, gone)
    return query ? this.#searching.run(owner, list) : list()
  }

  /** Neither the title nor the active leaf counts as a use. @throws {Failure} `validation_failed` at `activeLeaf`, `showVersion` or `modelRef` */
  async change(of: OwnedId, changes: ConversationChanges): Promise<ConversationSummary> {
    const { db, models } = this.#options
    if (changes.modelRef) {
      await this.#summary(of)
      await models.require(of.owner, changes.modelRef, 'modelRef')
    }
    const changed = await changeConversation(db, of, changes)
    const conversation = await this.#summary(of)
    if (!changed) refuseField(changes.showVersion === undefined ? 'activeLeaf' : 'showVersion')
    return conversation
  }

  /** Hides a conversation and stops the reply that is running in it. It can be restored for ten seconds. */
  async remove(of: OwnedId): Promise<void> {
    // Hidden first, so that no further question can be asked whose reply would have to be stopped as well.
    if (!(await this.#deletes.mark(of))) noSuch('conversation')
    await this.#options.stopRunning([of.id])
  }

  /** Undoes `remove`; one that is not deleted stays unchanged. @throws {Failure} `undo_expired` */
  async restore(of: OwnedId): Promise<ConversationSummary> {
    await this.#deletes.restore(of)
    return this.#summary(of)
  }

  /** Removes all of the wallet's conversations, with one deletion time. */
  async removeAll(owner: string): Promise<DeletedConversations> {
    const { db, clock, stopRunning } = this.#options
    const deletedAt = clock()
    const count = await markAllDeleted(db, owner, deletedAt)
    const running = await listRunningDeleted(db, owner, deletedAt)
    if (running.length > 0) await stopRunning(running)
    return { count, deletedAt: deletedAt.toISOString() }
  }

  /** Undoes a `removeAll`, identified by its time. @throws {Failure} `undo_expired` */
  async restoreAll(owner: string, deletedAt: Date): Promise<void> {
    if (deletedAt < this.#deletes.earliest()) undoExpired('the conversations are deleted')
    await restoreAllDeleted(this.#options.db, owner, deletedAt)
  }

  /**
   * Copies the messages up to a given one. Repeating the request with the same id returns the existing conversation.
   * @throws {Failure} `validation_failed` at `messageId`, `conflict` for an id that is taken, or `quota_reached`
   */
  async fork(
    from: OwnedId,
    { id, messageId }: Fork,
  ): Promise<{ conversation: ConversationSummary; created: boolean }> {
    const { db, clock, storeRunning } = this.#options
    const { words, conversations } = this.#quotas
    const { title } = await this.#summary(from)
    const { owner } = from
    await storeRunning?.(from.id)
    const fork = () =>
      forkConversation(db, { from, messageId, id, title: forkTitle(title), at: clock(), copied: COPIED })
    const once = {
      kept: (made: ForkOutcome) => made === 'made',
      before: async () => ((await findSummary(db, { id, owner })) ? fork() : null),
    }
    const bytes = await measurePath(db, from, messageId)
    const outcome = await words.hold(owner, bytes, () => conversations.hold(owner, 1, fork, once), once)
    if (outcome === 'message_missing') refuseField('messageId')
    if (outcome === 'taken')
      throw new Failure('conflict', 'There is already a conversation with this id.', {
        errors: { id: 'This id is taken.' },
      })
    return { conversation: await this.#summary({ id, owner }), created: outcome === 'made' }
  }

  /**
   * Stores a conversation held in the browser before the wallet signed in. Sent again, its further messages are added.
   * @param apiKeyId the API key that begins it, and may then go on with it
   * @throws {Failure} `not_found`, `conflict` if it is with another agent, `conversation_full` or `quota_reached`
   */
  async keep(
    of: OwnedId,
    kept: KeptConversation,
    apiKeyId?: string,
  ): Promise<{ conversation: ConversationSummary; created: boolean }> {
    const { db, clock } = this.#options
    const { words, conversations } = this.#quotas
    const title = titleOf(kept.messages.find(({ role }) => role === 'user')?.content ?? '')
    const keep = () => keepConversation(db, of, { ...kept, title, apiKeyId, at: clock() })
    const isThere = async () => (await findSummary(db, of)) !== null
    const once = {
      kept: (outcome: KeepOutcome) => outcome === 'made',
      before: async () => ((await isThere()) ? keep() : null),
    }
    const keepIn = () => conversations.hold(of.owner, 1, keep, once)
    const outcome = await words.hold(of.owner, sizeOf(kept.messages), keepIn, {
      ...once,
      // Sent again, it needs room for the messages that are new, and none if there are none.
      before: async () => {
        if (!(await isThere())) return null
        const stored = await listStored(db, of.id, kept.messages)
        const more = sizeOf(kept.messages.filter(({ id }) => !stored.has(id.toLowerCase())))
        return more === 0 ? keep() : words.hold(of.owner, more, keep)
      },
    })
    if (outcome === 'added') words.forget(of.owner)
    if (outcome === 'missing') noSuch('conversation')
    if (outcome === 'agent_missing') noSuch('agent')
    if (outcome === 'agent_differs')
      throw new Failure('conflict', 'This conversation is with another agent.', {
        errors: { agentId: 'This conversation is with another agent.' },
      })
    if (outcome === 'full')
      throw new Failure('conversation_full', 'This conversation is full. Start a new one.')
    return { conversation: await this.#summary(of), created: outcome === 'made' }
  }

  async export(of: OwnedId, format: ExportFormat): Promise<ExportedFile> {
    return exportConversation(await this.openWhole(of), format)
  }

  /** Removes for good the conversations deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void> {
    return this.#deletes.sweep()
  }

  async #summary(of: OwnedId): Promise<ConversationSummary> {
    return (await findSummary(this.#options.db, of)) ?? noSuch('conversation')
  }
}

/** In bytes, as they are stored. */
function sizeOf(messages: KeptConversation['messages']): number {
  return bytesOf(...messages.flatMap((message) => storedTextsOf(partsOf(message))))
}

function refuseField(field: 'activeLeaf' | 'showVersion' | 'messageId'): never {
  const message = 'This conversation has no such message.'
  throw new Failure('validation_failed', message, { errors: { [field]: message } })
}
