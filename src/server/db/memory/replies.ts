import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { UsedInReply } from '../../../shared/memory/facts.ts'
import type { Db } from '../connect/connect.ts'
import { conversations, messages, stories } from '../schema/conversations.ts'
import type { StoredPart } from '../schema/part-columns.ts'
import { runningTurns } from '../schema/turns.ts'
import type { MemoryOf } from './choices.ts'

/** Whether the wallet has this message in a conversation with the agent; nobody erases it before the transaction ends. */
export async function hasMessage(
  transaction: Db,
  { wallet, agentId }: MemoryOf,
  from: { conversationId: string; messageId: string },
): Promise<boolean> {
  const found = await transaction
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(messages.conversationId, from.conversationId),
        eq(messages.id, from.messageId),
        eq(messages.erased, false),
        eq(conversations.owner, wallet),
        eq(conversations.agentId, agentId),
        isNull(conversations.deletedAt),
      ),
    )
    .for('share', { of: messages })
  return found.length > 0
}

/** The stored parts of a reply, of a running one so far; undefined if the wallet has no such reply. */
export async function findReplyParts(
  db: Db,
  { wallet, conversationId, replyId }: { wallet: string; conversationId: string; replyId: string },
): Promise<StoredPart[] | null | undefined> {
  const [found] = await db
    .select({ parts: messages.parts, running: runningTurns.parts })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(
      runningTurns,
      and(eq(runningTurns.conversationId, messages.conversationId), eq(runningTurns.replyId, messages.id)),
    )
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(messages.id, replyId),
        eq(messages.role, 'assistant'),
        eq(conversations.owner, wallet),
        isNull(conversations.deletedAt),
      ),
    )
  return found && (found.running ?? found.parts)
}

export async function findStoryText(db: Db, conversationId: string, id: string): Promise<string | null> {
  const [found] = await db
    .select({ text: stories.text })
    .from(stories)
    .where(and(eq(stories.conversationId, conversationId), eq(stories.id, id)))
  return found?.text ?? null
}

/** The first characters of messages of a conversation, without those that were deleted. */
export async function listBeginnings(
  db: Db,
  conversationId: string,
  ids: readonly string[],
  characters: number,
): Promise<UsedInReply['recalled']> {
  if (ids.length === 0) return []
  const found = await db
    .select({
      id: messages.id,
      text: sql<string>`left(${messages.content}, ${characters}::int)`,
      role: messages.role,
      createdAt: messages.createdAt,
      erased: messages.erased,
    })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), inArray(messages.id, [...ids])))
  const known = new Map(found.map((row) => [row.id, row]))
  return ids.map((messageId) => {
    const row = known.get(messageId)
    if (!row || row.erased) return { messageId, text: null, role: row?.role ?? 'user', createdAt: null }
    return { messageId, text: row.text, role: row.role, createdAt: row.createdAt.toISOString() }
  })
}
