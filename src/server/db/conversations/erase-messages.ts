import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { type ErasedMessages, titleOf } from '../../../shared/chat/conversations.ts'
import type { Db } from '../connect/connect.ts'
import type { OwnedId } from '../deletable-rows.ts'
import { lockChoice } from '../memory/choices.ts'
import { removeFactsFrom } from '../memory/facts.ts'
import { countRows } from '../rows.ts'
import { conversations, messages, recallBlocks, sharedCopies, stories } from '../schema/conversations.ts'
import { toolCalls, toolCarries } from '../schema/tools.ts'
import { receiptSalts } from '../schema/trust.ts'
import { runningTurns } from '../schema/turns.ts'
import { deletableConversations } from './conversations.ts'
import { removeFilesOf } from './erase-files.ts'

/** The title of a conversation whose title was made of words that are gone. */
const ERASED_TITLE = 'A conversation'

/** What is derived from 64 messages, by their numbers, is in one block. */
const BLOCK = 64

type EraseOutcome =
  | { is: 'missing' | 'message_missing' | 'running' }
  | { is: 'erased'; erased: ErasedMessages; bytes: number; hadFiles: boolean }

/**
 * Erases a question with all of its answers, or one answer, and what was made of their words, in one transaction. The
 * rows stay: what was said after them has its place below them.
 */
export async function eraseMessages(
  db: Db,
  { of, messageId }: { of: OwnedId; messageId: string },
): Promise<EraseOutcome> {
  return db.transaction(async (transaction) => {
    // Questions are stored under the same lock, so that none begins meanwhile.
    const [conversation] = await transaction
      .select({ agentId: conversations.agentId })
      .from(conversations)
      .where(deletableConversations.ownedAndThere(of))
      .for('update')
    if (!conversation) return { is: 'missing' }
    // Whoever changes what is remembered has read it with its history, and would write that again.
    await lockChoice(transaction, { wallet: of.owner, agentId: conversation.agentId })
    const gone = await lockMessages(transaction, of.id, messageId)
    if (gone.length === 0) return { is: 'message_missing' }
    // Without the lock, a reply that waited may go on; then it runs by now.
    if (gone.some(({ state }) => state === 'running') || (await hasRunning(transaction, of.id)))
      return { is: 'running' }
    const ids = gone.map(({ id }) => id)
    await removeDerived(transaction, of.id, gone)
    const hadFiles = await removeFilesOf(transaction, of, ids)
    await removeTitles(transaction, of.id, gone)
    const about = { wallet: of.owner, conversationId: of.id }
    const forgotten = await removeFactsFrom(transaction, about, ids)
    await transaction
      .update(messages)
      .set({
        ...{
          content: '',
          reasoning: '',
          parts: null,
          erased: true,
          cutShort: false,
          forgotten: 0,
          sentAs: null,
        },
        // Nothing is left that it could wait for.
        state: sql`case ${messages.state} when 'waiting' then 'stopped' else ${messages.state} end`,
      })
      .where(and(eq(messages.conversationId, of.id), inArray(messages.id, ids)))
    await transaction
      .update(conversations)
      .set({ erasures: sql`${conversations.erasures} + 1` })
      .where(eq(conversations.id, of.id))
    return {
      is: 'erased',
      erased: { erased: ids, facts: forgotten },
      bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0),
      hadFiles,
    }
  })
}

/** Of a message and the answers to it, those that wait for a decision; none while a reply of the conversation runs. */
export async function listWaitingOf(db: Db, conversationId: string, id: string): Promise<string[]> {
  const waiting = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        withAnswers(conversationId, id),
        eq(messages.state, 'waiting'),
        sql`not exists (select from ${runningTurns} where ${eq(runningTurns.conversationId, conversationId)})`,
      ),
    )
  return waiting.map((reply) => reply.id)
}

const withAnswers = (conversationId: string, id: string) =>
  and(
    eq(messages.conversationId, conversationId),
    or(eq(messages.id, id), and(eq(messages.parentId, id), eq(messages.role, 'assistant'))),
  )

type Gone = Awaited<ReturnType<typeof lockMessages>>[number]

/** The message, and the answers if it is a question. Locked, so that the state of each is what it is now. */
function lockMessages(transaction: Db, conversationId: string, id: string) {
  return transaction
    .select({
      id: messages.id,
      role: messages.role,
      state: messages.state,
      number: messages.number,
      depth: messages.depth,
      content: messages.content,
      bytes: sql<number>`octet_length(${messages.content}) + octet_length(${messages.reasoning})
        + coalesce(pg_column_size(${messages.parts}), 0)`,
    })
    .from(messages)
    .where(withAnswers(conversationId, id))
    .orderBy(messages.number)
    .for('update')
}

async function hasRunning(transaction: Db, conversationId: string): Promise<boolean> {
  const running = sql`select from ${runningTurns} where conversation_id = ${conversationId}`
  return (await countRows(transaction, running)) > 0
}

/** Calls of tools, receipts, stories that tell of them, and the index by which they are found again. */
async function removeDerived(transaction: Db, conversationId: string, gone: readonly Gone[]): Promise<void> {
  const replies = gone.flatMap(({ id, role }) => (role === 'assistant' ? [id] : []))
  for (const table of [toolCalls, toolCarries, receiptSalts])
    await transaction
      .delete(table)
      .where(and(eq(table.conversationId, conversationId), inArray(table.replyId, replies)))
  // Of any path: one that does not lead over them is made again.
  const earliest = Math.min(...gone.map(({ depth }) => depth))
  await transaction.execute(sql`
    delete from ${stories} where conversation_id = ${conversationId} and not exists (
      select from ${messages} as told where told.conversation_id = ${conversationId}
        and told.id = ${stories.through} and told.depth < ${earliest}::int)`)
  const blocks = [...new Set(gone.map(({ number }) => Math.floor(number / BLOCK)))]
  await transaction
    .delete(recallBlocks)
    .where(and(eq(recallBlocks.conversationId, conversationId), inArray(recallBlocks.block, blocks)))
}

/** Titles that were made of an erased question, of the conversation and of what is shared of it. */
async function removeTitles(transaction: Db, conversationId: string, gone: readonly Gone[]): Promise<void> {
  const made = gone.flatMap(({ role, content }) => (role === 'user' ? [titleOf(content)] : []))
  if (made.length === 0) return
  const isMade = (title: SQL) =>
    sql`regexp_replace(${title}, ${FORK_MARK}, '') = any(${sql.param(made)}::text[])`
  await transaction
    .update(conversations)
    .set({ title: ERASED_TITLE })
    .where(and(eq(conversations.id, conversationId), isMade(sql`${conversations.title}`)))
  await transaction
    .update(sharedCopies)
    .set({ title: ERASED_TITLE })
    .where(and(eq(sharedCopies.conversationId, conversationId), isMade(sql`${sharedCopies.title}`)))
}

/** What a fork adds to its title. */
const FORK_MARK = ' \\(fork( [0-9]+)?\\)$'
