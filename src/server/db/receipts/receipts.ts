import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { conversations, messages } from '../schema/conversations.ts'
import { receiptSalts } from '../schema/trust.ts'
import type { ReplyPlace } from '../turns/running-turns.ts'

/**
 * What the receipt of a reply is made of: it and its question as they are now, and how it was noted. Null if the
 * conversation is not the wallet's, or the reply is none that is noted.
 */
export async function findNotedReply(db: Db, owner: string, { conversationId, replyId }: ReplyPlace) {
  const [found] = await db
    .select({
      content: messages.content,
      reasoning: messages.reasoning,
      parts: messages.parts,
      parentId: messages.parentId,
      index: receiptSalts.index,
      leaf: receiptSalts.leaf,
      secret: receiptSalts.secret,
    })
    .from(receiptSalts)
    .innerJoin(conversations, eq(conversations.id, receiptSalts.conversationId))
    .innerJoin(
      messages,
      and(eq(messages.conversationId, receiptSalts.conversationId), eq(messages.id, receiptSalts.replyId)),
    )
    .where(
      and(
        eq(receiptSalts.conversationId, conversationId),
        eq(receiptSalts.replyId, replyId),
        eq(conversations.owner, owner),
        isNull(conversations.deletedAt),
      ),
    )
  if (!found) return null
  const { parentId, ...reply } = found
  const [question] =
    parentId === null
      ? []
      : await db
          .select({ content: messages.content })
          .from(messages)
          .where(and(eq(messages.conversationId, conversationId), eq(messages.id, parentId)))
  return { ...reply, question: question?.content ?? '' }
}
