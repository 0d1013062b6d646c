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
import { logOf, partsOf } from '../../../shared/chat/parts.ts'
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
 * Stored conversations, all but the running of replies. `owner` is the session's wallet: what is another wallet's, or
 * deleted, does not exist for it, so that every one of these may throw a {Failure} `not_found`.
 */
export interface Conversations {
  /** Last used first, all or those with some words in them. @throws {Failure} `cursor_invalid` */
  list(owner: string, query: ConversationListQuery): Promise<ConversationPage>
  open(of: OwnedId): Promise<Conversation>
  /** Neither a new title nor turning to another leaf is a use. @throws {Failure} `validation_failed` at `activeLeaf` */
  change(of: OwnedId, changes: ConversationChanges): Promise<ConversationSummary>
  /** Takes it out of sight and stops what is running in it; for ten seconds it can be brought back. */
  remove(of: OwnedId): Promise<void>
  /** Undoes `remove`; a conversation that is there stays as it is. @throws {Failure} `undo_expired` */
  restore(of: OwnedId): Promise<ConversationSummary>
  /** `remove` for all that the wallet has, as of one moment. */
  removeAll(owner: string): Promise<DeletedConversations>
  /** Undoes a `removeAll` by its moment. @throws {Failure} `undo_expired` */
  restoreAll(owner: string, deletedAt: Date): Promise<void>
  /**
   * Copies what was said up to a message into a new conversation. The same owner's second try with the same id gets the
   * conversation that the first one made.
   * @throws {Failure} `validation_failed` at `messageId`, `conflict` for an id that is taken, or `quota_reached`
   */
  fork(from: OwnedId, wanted: Fork): Promise<{ conversation: ConversationSummary; created: boolean }>
  /**
   * Keeps a conversation that was led in a page before its wallet signed in. Sent again with more, the rest is added.
   * @throws {Failure} `not_found`, `conflict` where it is with another agent, `conversation_full` or
   *   `quota_reached`
   */
  keep(of: OwnedId, kept: KeptConversation): Promise<{ conversation: ConversationSummary; created: boolean }>
  export(of: OwnedId, format: ExportFormat): Promise<ExportedFile>
  /** Removes for good what was deleted an hour ago; to be called every few minutes. */
  sweepDeleted(): Promise<void>
}

export function createConversations(options: {
  db: Db
  clock: () => Date
  /** Stops the replies that are running in these conversations, wherever they run. */
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
      // Out of sight first: nothing can be asked in it any more that would have to be stopped as well.
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
      // How much is copied is known only by measuring it.
      const outcome = await quotas.words.hold(
        owner,
        0,
        () => quotas.conversations.hold(owner, 1, fork, once),
        once,
      )
      if (outcome === 'made') quotas.words.forget(owner)
      if (outcome === 'message_missing') refuseField('messageId')
      if (outcome === 'taken')
        throw new Failure('conflict', 'There is a conversation with this id already.', {
          errors: { id: 'This id is taken.' },
        })
      return { conversation: await summary({ id, owner: from.owner }), created: outcome === 'made' }
    },

    async keep(of, kept) {
      const title = titleOf(kept.messages[0]?.content ?? '')
      const bytes = bytesOf(...kept.messages.flatMap((message) => partsOf(message).map(logOf)))
      const keep = () => keepConversation(db, of, { ...kept, title, at: clock() })
      // Of one that was kept before, only what is new is stored; how much that is, is known by measuring it.
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
        throw new Failure('conversation_full', 'This conversation is full. Go on in a new one.')
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
