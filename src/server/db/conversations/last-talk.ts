import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { LastTalk } from '../../../shared/chat/conversations.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { conversations } from '../schema/conversations.ts'
import { newestMessage } from './conversations.ts'
import { beginningOf } from './excerpt.ts'
import { previewOf } from './preview.ts'

/** Approximate, in UTF-16 units. */
const LINE = 120

/** Characters of the question that are read. */
const READ = 2_000

const talkRow = z.object({
  conversationId: z.string(),
  title: z.string(),
  question: z.string(),
  askedAt: z.pipe(
    z.string(),
    z.transform((time) => new Date(time).toISOString()),
  ),
})

const asked = newestMessage(
  sql`conversation.id`,
  sql`left(content, ${READ}::int) as content, created_at`,
  sql`role = 'user' and not erased`,
)

/** The newest question of the conversation with an agent that a wallet used last, as far as questions are left in it. */
export async function findLastTalk(
  db: Db,
  { owner, agentId }: { owner: string; agentId: string },
): Promise<LastTalk['talk']> {
  const [talk] = await rows(
    db,
    talkRow,
    sql`
    select conversation.id as "conversationId", conversation.title, asked.content as question,
      asked.created_at as "askedAt"
    from ${conversations} as conversation cross join lateral ${asked} as asked
    where conversation.owner = ${owner} and conversation.agent_id = ${agentId} and conversation.deleted_at is null
    order by conversation.updated_at desc, conversation.id desc limit 1`,
  )
  return talk ? { ...talk, question: beginningOf(previewOf(talk.question), LINE) } : null
}
