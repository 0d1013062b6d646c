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
import { type ForkOutcome, forkConversation } from '../../db/conversations/fork-conversation.ts'
import { type KeepOutcome, keepConversation } from '../../db/conversations/keep-conversation.ts'
import { prepareOpenConversation } from '../../db/conversations/open-conversation.ts'
import type { OwnedId } from '../../db/deletable-rows.ts'
import type { ExportedFile } from '../export/exported-file.ts'
import { Failure } from '../failure.ts'
import { bytesOf, noQuotas, type Quotas } from '../quotas/quotas.ts'
import { readCursor } from '../read-cursor.ts'
import { createUndoableDeletes, undoExpired } from '../undoable-deletes.ts'
import { exportConversation } from './export-conversation.ts'
import { forkTitle } from './fork-title.ts'

/**
 * Operations on stored conversations, except running replies. `owner` is the session's wallet: a conversation that
 * belongs to another wallet or is deleted is reported as missing, so every operation may throw a {Failure} `not_found`.
 */
export interface Conversations {
  /** Most recently used first: all, or those that contain a text. @throws {Failure} `cursor_invalid` */
  list(owner: string, query: ConversationListQuery): Promise<ConversationPage>
  open(of: OwnedId): Promise<Conversation>
  /** Neither the title nor the active leaf counts as a use. @throws {Failure} `validation_failed` at `activeLeaf` */
  change(of: OwnedId, changes: ConversationChanges): Promise<ConversationSummary>
  /** Hides a conversation and stops the reply that is running in it. It can be restored for ten seconds. */
  remove(of: OwnedId): Promise<void>
  /** Undoes `remove`; one that is not deleted stays unchanged. @throws {Failure} `undo_expired` */
  restore(of: OwnedId): Promise<ConversationSummary>
  /** Removes all of the wallet's conversations, with one deletion time. */
  removeAll(owner: string): Promise<DeletedConversations>
  /** Undoes a `removeAll`, identified by its time. @throws {Failure} `undo_expired` */
  restoreAll(owner: string, deletedAt: Date): Promise<void>
  /**
   * Copies the messages up to a given one. Repeating the request with the same id returns the existing conversation.
   * @throws {Failure} `validation_failed` at `messageId`, `conflict` for an id that is taken, or `quota_reached`
   */
  fork(from: OwnedId, wanted: Fork): Promise<{ conversation: ConversationSummary; created: boolean }>
  /**
   * Stores a conversation held in the browser before the wallet signed in. Sent again, its further messages are added.
   * @param apiKeyId the API key that begins it, and may then go on with it
   * @throws {Failure} `not_found`, `conflict` if it is with another agent, `conversation_full` or `quota_reached`
   */
  keep(
    of: OwnedId,
    kept: KeptConversation,
    apiKeyId?: string,
  ): Promise<{ conversation: ConversationSummary; created: boolean }>
  export(of: OwnedId, format: ExportFormat): Promise<ExportedFile>
  /** Removes for good the conversations deleted more than an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
}

export function createConversations(options: {
  db: Db
  clock: () => Date
  /** Stops the replies that are running in these conversations, on any server. */
  stopRunning: (conversationIds: readonly string[]) => Promise<void>
  quotas?: Quotas
}): Conversations {
  const { db, clock, stopRunning, quotas = noQuotas } = options
  const deletes = createUndoableDeletes({
    db,
    clock,
    rows: deletableConversations,
    what: 'the conversation is deleted',
  })
  const openConversation = prepareOpenConversation(db)

  async function open(of: OwnedId): Promise<Conversation> {
    return (await openConversation(of)) ?? nothingThere()
  }

  async function summary(of: OwnedId): Promise<ConversationSummary> {
    return (await findSummary(db, of)) ?? nothingThere()
  }

  return {
    open,

    list: (owner, { query, agentId, cursor, limit = limits.listPage }) =>
      listConversations(db, { owner, query, agentId, limit, after: readCursor(USED, cursor) }),

    async change(of, changes) {
      const changed = await changeConversation(db, of, changes)
      const conversation = await summary(of)
      if (!changed) refuseField('activeLeaf')
      return conversation
    },

    async remove(of) {
      // Hidden first, so that no further question can be asked whose reply would have to be stopped as well.
      if (!(await deletes.mark(of))) nothingThere()
      await stopRunning([of.id])
    },

    async restore(of) {
      await deletes.restore(of)
      return summary(of)
    },

    async removeAll(owner) {
      const deletedAt = clock()
      const count = await markAllDeleted(db, owner, deletedAt)
      const running = await listRunningDeleted(db, owner, deletedAt)
      if (running.length > 0) await stopRunning(running)
      return { count, deletedAt: deletedAt.toISOString() }
    },

    async restoreAll(owner, deletedAt) {
      if (deletedAt < deletes.earliest()) undoExpired('the conversations are deleted')
      await restoreAllDeleted(db, owner, deletedAt)
    },

    async fork(from, { id, messageId }) {
      const { title } = await summary(from)
      const { owner } = from
      const fork = () => forkConversation(db, { from, messageId, id, title: forkTitle(title), at: clock() })
      const once = {
        kept: (made: ForkOutcome) => made === 'made',
        before: async () => ((await findSummary(db, { id, owner })) ? fork() : null),
      }
      // The amount that is copied is only known after measuring it.
      const outcome = await quotas.words.hold(
        owner,
        0,
        () => quotas.conversations.hold(owner, 1, fork, once),
        once,
      )
      if (outcome === 'made') quotas.words.forget(owner)
      if (outcome === 'message_missing') refuseField('messageId')
      if (outcome === 'taken')
        throw new Failure('conflict', 'There is already a conversation with this id.', {
          errors: { id: 'This id is taken.' },
        })
      return { conversation: await summary({ id, owner: from.owner }), created: outcome === 'made' }
    },

    async keep(of, kept, apiKeyId) {
      const title = titleOf(kept.messages.find(({ role }) => role === 'user')?.content ?? '')
      const bytes = bytesOf(...kept.messages.flatMap((message) => storedTextsOf(partsOf(message))))
      const keep = () => keepConversation(db, of, { ...kept, title, apiKeyId, at: clock() })
      // If it is stored already, only new messages are added; their size is only known after measuring it.
      const once = {
        kept: (outcome: KeepOutcome) => outcome === 'made',
        before: async () => ((await findSummary(db, of)) ? keep() : null),
      }
      const outcome = await quotas.words.hold(
        of.owner,
        bytes,
        () => quotas.conversations.hold(of.owner, 1, keep, once),
        once,
      )
      if (outcome === 'added') quotas.words.forget(of.owner)
      if (outcome === 'missing') nothingThere()
      if (outcome === 'agent_missing') throw new Failure('not_found', 'There is no such agent.')
      if (outcome === 'agent_differs')
        throw new Failure('conflict', 'This conversation is with another agent.', {
          errors: { agentId: 'This conversation is with another agent.' },
        })
      if (outcome === 'full')
        throw new Failure('conversation_full', 'This conversation is full. Start a new one.')
      return { conversation: await summary(of), created: outcome === 'made' }
    },

    async export(of, format) {
      return exportConversation(await open(of), format)
    },

    sweepDeleted: deletes.sweep,
  }
}

function nothingThere(): never {
  throw new Failure('not_found', 'There is no such conversation.')
}

function refuseField(field: 'activeLeaf' | 'messageId'): never {
  const message = 'This conversation has no such message.'
  throw new Failure('validation_failed', message, { errors: { [field]: message } })
}
