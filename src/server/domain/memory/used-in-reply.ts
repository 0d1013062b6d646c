import type { UsedInReply } from '../../../shared/memory/facts.ts'
import type { Db } from '../../db/connect/connect.ts'
import { listFactsById } from '../../db/memory/facts.ts'
import { findReplyParts, findStoryText, listBeginnings } from '../../db/memory/replies.ts'
import { noSuch } from '../failure.ts'

/** Of a message that was recalled. */
const RECALLED_CHARACTERS = 600

/** What a reply of the wallet's own conversation was made with, as it is now. @throws {Failure} `not_found` */
export async function usedInReply(
  db: Db,
  of: { wallet: string; conversationId: string; replyId: string },
): Promise<UsedInReply> {
  const parts = await findReplyParts(db, of)
  if (parts === undefined) noSuch('reply')
  const context = parts?.find((part) => part.kind === 'context')
  if (!context) return { facts: [], story: null, recalled: [] }
  const { conversationId } = of
  const known = new Map(
    (await listFactsById(db, of.wallet, context.facts)).map((fact) => [fact.id, fact] as const),
  )
  const story = context.story && {
    id: context.story,
    text: await findStoryText(db, conversationId, context.story),
  }
  return {
    facts: context.facts.map((id) => ({ id, fact: known.get(id) ?? null })),
    story: story || null,
    recalled: await listBeginnings(db, conversationId, context.recalled, RECALLED_CHARACTERS),
  }
}
