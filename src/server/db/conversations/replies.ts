import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { storedFields } from '../../../shared/agents/agents.ts'
import { replyStateSchema } from '../../../shared/chat/message-schemas.ts'
import type { ReplyState } from '../../../shared/chat/messages.ts'
import type { ModelChoice, ModelRef } from '../../../shared/models/model-choice.ts'
import type { Db } from '../connect/connect.ts'
import { prepared, rows } from '../rows.ts'
import { conversations, messages, sharedCopies } from '../schema/conversations.ts'
import { receiptSalts } from '../schema/trust.ts'
import { endStateOf } from '../tools/left-calls.ts'
import { type DeadReply, endTurns, type TurnEnd } from '../turns/end-turns.ts'
import { type EndedReply, joinRunning, type ReplyPlace } from '../turns/running-turns.ts'
import { type StoredParts, storedPartsColumns } from '../turns/stored-parts.ts'
import { pathRanges } from './message-path.ts'

/** A stored reply. Of a running one, the parts that were stored so far. */
export interface StoredReply extends StoredParts {
  agentId: string
  /** Null once the agent is gone. */
  agent: { model: ModelChoice | null; owner: string } | null
  /** The model that was chosen for the conversation. */
  wanted: ModelRef | null
  state: ReplyState
  cutShort: boolean
  forgotten: number
  requestId: string
}

const findStored = prepared(
  'find_reply',
  z.object({
    ...storedPartsColumns,
    agentId: z.string(),
    agent: z.nullable(z.object({ model: storedFields.model, owner: z.string() })),
    wanted: z.nullable(z.string()),
    state: replyStateSchema,
    cutShort: z.boolean(),
    forgotten: z.int(),
    requestId: z.string(),
  }),
  ['owner', 'conversationId', 'replyId'],
  ({ owner, conversationId, replyId }) => sql`
    select conversations.agent_id as "agentId", conversations.model_ref as wanted,
      (select json_build_object('model', model, 'owner', owner) from agents where agents.id = agent_id) as agent,
      reply.state, coalesce(running.words, reply.content) as content,
      coalesce(running.reasoning, reply.reasoning) as reasoning, coalesce(running.parts, reply.parts) as parts,
      reply.cut_short as "cutShort", reply.forgotten, coalesce(reply.request_id, '') as "requestId"
    from conversations join messages reply on reply.conversation_id = conversations.id
    ${joinRunning('reply')}
    where conversations.id = ${conversationId} and conversations.owner = ${owner}
      and conversations.deleted_at is null and reply.id = ${replyId} and reply.role = 'assistant'`,
)

/** Finds a reply in a conversation that belongs to the wallet and is not deleted; null otherwise. */
export async function findReply(db: Db, owner: string, place: ReplyPlace): Promise<StoredReply | null> {
  const { conversationId, replyId } = place
  const [row] = await findStored(db, { owner, conversationId, replyId })
  return row ?? null
}

export async function isConversationOf(db: Db, owner: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.owner, owner), isNull(conversations.deletedAt)))
  return found.length > 0
}

const ends = endTurns({
  scope: 'conversation',
  write: sql`
    ended as (
      update messages message set content = gone.content, reasoning = gone.reasoning, parts = gone.parts,
        cut_short = gone.cut_short, forgotten = coalesce(gone.forgotten, message.forgotten), state = ${endStateOf('conversation')},
        replied_at = gone.replied_at, ended_at = clock_timestamp()
      from gone where message.conversation_id = gone.scope_id and message.id = gone.reply_id
      returning message.*
    ),
    -- With the end, so that no reply that is stored can be missing in the record.
    noted as (
      insert into ${receiptSalts} (conversation_id, reply_id, created_at)
      select conversation_id, id, ended_at from ended where state = 'finished'
      on conflict do nothing
    )`,
  row: z.object({
    id: z.string(),
    state: replyStateSchema,
    cutShort: z.boolean(),
    content: z.nullable(z.string()),
    reasoning: z.string(),
    parts: storedPartsColumns.parts,
  }),
  // Whoever ended it knows its parts.
  columns: sql`id, state, cut_short as "cutShort", null::text as content, '' as reasoning, null::jsonb as parts`,
  stored: ({ conversationId, replyId }) => sql`
    select id, state, cut_short, content, reasoning, parts from messages
    where conversation_id = ${conversationId} and id = ${replyId}`,
})

/** See `EndTurns`. */
export async function storeEnd(
  db: Db,
  server: string,
  place: ReplyPlace,
  end: TurnEnd,
): Promise<EndedReply | null> {
  const row = await ends.store(db, server, place, end)
  if (!row) return null
  const { state, cutShort, content, reasoning, parts } = row
  return { state, cutShort, ...(content !== null && { stored: { content, reasoning, parts } }) }
}

/** See `EndTurns`. @returns the ids of the replies that were ended */
export async function closeDead(db: Db, dead: readonly DeadReply[]): Promise<string[]> {
  return (await ends.storeDead(db, dead)).map(({ id }) => id)
}

/** Stores how many messages a running reply's context omits, for followers on other servers. */
export async function storeForgotten(db: Db, place: ReplyPlace, forgotten: number): Promise<void> {
  await db
    .update(messages)
    .set({ forgotten })
    .where(
      and(
        eq(messages.conversationId, place.conversationId),
        eq(messages.id, place.replyId),
        eq(messages.state, 'running'),
      ),
    )
}

/** What is stored of a reply that another server receives: what follows what is known, or all of one that is over. */
export interface ReplyNews extends ReplyPlace, StoredParts, Pick<EndedReply, 'state' | 'cutShort'> {
  /** The revision of its whole parts; null once it is over. */
  revision: number | null
}

const newsRow = z.object({
  ...storedPartsColumns,
  conversationId: z.string(),
  replyId: z.string(),
  state: replyStateSchema,
  cutShort: z.boolean(),
  revision: z.nullable(z.int()),
})

/** Reads what is stored beyond the known text, reasoning and revision. Replies removed for good are left out. */
export function readNews(
  db: Db,
  known: readonly (ReplyPlace & { characters: number; reasoningCharacters: number; revision: number })[],
): Promise<ReplyNews[]> {
  return rows(
    db,
    newsRow,
    sql`
    select reply.conversation_id as "conversationId", reply.id as "replyId", reply.state, reply.cut_short as "cutShort",
      running.revision,
      coalesce(substr(running.words, known.characters + 1), reply.content) as content,
      coalesce(substr(running.reasoning, known.reasoning_characters + 1), reply.reasoning) as reasoning,
      case when running.revision <= known.revision and length(running.words) <= known.characters
          and length(running.reasoning) <= known.reasoning_characters
        then null else coalesce(running.parts, reply.parts) end as parts
    from unnest(
      ${sql.param(known.map(({ conversationId }) => conversationId))}::uuid[],
      ${sql.param(known.map(({ replyId }) => replyId))}::uuid[],
      ${sql.param(known.map(({ characters }) => characters))}::int[],
      ${sql.param(known.map(({ reasoningCharacters }) => reasoningCharacters))}::int[],
      ${sql.param(known.map(({ revision }) => revision))}::int[]
    ) as known (conversation_id, reply_id, characters, reasoning_characters, revision)
    join messages reply on reply.conversation_id = known.conversation_id and reply.id = known.reply_id
    ${joinRunning('reply')}`,
  )
}

/** Whether a shared copy has this reply, for whoever has its address. */
export async function isInSharedCopy(db: Db, { conversationId, replyId }: ReplyPlace): Promise<boolean> {
  const found = await db.execute(sql`
    select from ${sharedCopies} copy
    join ${messages} reply on reply.conversation_id = copy.conversation_id and reply.id = ${replyId}
    where copy.conversation_id = ${conversationId} and exists (
      select from ${pathRanges(conversationId, sql`copy.leaf`)} ranges
      where ranges.branch = reply.branch and ranges.depth >= reply.depth)
    limit 1`)
  return found.rows.length > 0
}
