import { and, eq, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { replyStateSchema } from '../../../shared/chat/message-schemas.ts'
import { citedSourceSchema } from '../../../shared/knowledge/cited-source.ts'
import type { Db } from '../connect/connect.ts'
import { prepared, rows } from '../rows.ts'
import { messages } from '../schema/conversations.ts'
import { joinRunning } from '../turns/running-turns.ts'
import { storedPartsColumns } from '../turns/stored-parts.ts'

const replyRow = z.object({
  conversationId: z.string(),
  replyId: z.string(),
  agentId: z.string(),
  handle: z.nullable(z.string()),
  state: replyStateSchema,
  cutShort: z.boolean(),
  text: z.string(),
  reasoning: storedPartsColumns.reasoning,
  parts: storedPartsColumns.parts,
  sources: z.array(citedSourceSchema),
  ended: z.nullable(z.enum(['refused', 'filtered'])),
  createdAt: z.string(),
  endedAt: z.string(),
})

const asIso = (time: SQL) => sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const findReply = prepared(
  'find_reply_of_key',
  replyRow,
  ['wallet', 'keyId', 'conversationId', 'replyId'],
  ({ wallet, keyId, conversationId, replyId }) => sql`
    select conversations.id as "conversationId", reply.id as "replyId", conversations.agent_id as "agentId",
      (select handle from agents where agents.id = conversations.agent_id) as handle,
      reply.state, reply.cut_short as "cutShort", coalesce(running.words, reply.content) as text,
      coalesce(running.reasoning, reply.reasoning) as reasoning, coalesce(running.parts, reply.parts) as parts,
      jsonb_path_query_array(coalesce(running.parts, reply.parts, '[]'), '$[*].sources[*]') as sources,
      jsonb_path_query_first(coalesce(running.parts, reply.parts, '[]'), '$[*] ? (@.kind == "model").ended') #>> '{}' as ended,
      ${asIso(sql`reply.created_at`)} as "createdAt",
      ${asIso(sql`coalesce(reply.ended_at, reply.replied_at, reply.created_at)`)} as "endedAt"
    from conversations join messages reply on reply.conversation_id = conversations.id
    ${joinRunning('reply')}
    where conversations.id = ${conversationId} and conversations.owner = ${wallet}
      and conversations.api_key_id = ${keyId} and conversations.deleted_at is null
      and reply.id = ${replyId} and reply.role = 'assistant'
      and not (reply.erased and reply.request_id is null)`,
)

/** Finds a reply in a conversation that the key began, neither of which is deleted; null otherwise. */
export async function findReplyOfKey(
  db: Db,
  of: { wallet: string; keyId: string; conversationId: string; replyId: string },
): Promise<z.infer<typeof replyRow> | null> {
  const [row] = await findReply(db, of)
  return row ?? null
}

const askedRow = z.object({ questionId: z.string(), isOnly: z.boolean() })

/** What a reply answers, and whether no other question of its conversation was asked here and has an answer left. */
export async function findQuestionOf(
  db: Db,
  { conversationId, replyId }: { conversationId: string; replyId: string },
): Promise<z.infer<typeof askedRow> | null> {
  const [row] = await rows(
    db,
    askedRow,
    sql`
    select reply.parent_id as "questionId", not exists (
        select from messages other
        where other.conversation_id = reply.conversation_id and other.id <> reply.id
          and other.parent_id is distinct from reply.parent_id
          and other.request_id is not null and not other.erased
      ) as "isOnly"
    from messages reply
    where reply.conversation_id = ${conversationId}::uuid and reply.id = ${replyId}::uuid and reply.parent_id is not null`,
  )
  return row ?? null
}

/** A reply whose words its person erased stays where it is, without them. One that its program deleted is not found again. */
export async function forgetReply(
  db: Db,
  { conversationId, replyId }: { conversationId: string; replyId: string },
): Promise<void> {
  await db
    .update(messages)
    .set({ requestId: null })
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, replyId)))
}
