import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { replyStateSchema } from '../../../shared/chat/message-schemas.ts'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import type { WithParts } from '../../../shared/chat/parts.ts'
import type { Db } from '../connect/connect.ts'
import { prepared, rows } from '../rows.ts'
import { conversations, messages } from '../schema/conversations.ts'
import {
  type DeadReply,
  type EndedReply,
  endedAs,
  type ReplyPlace,
  takeOut,
  takeOutDead,
} from '../turns/running-turns.ts'
import { type StoredParts, storedPartsColumns, toStored } from '../turns/stored-parts.ts'

/** A stored reply. Of a running one, the parts that were stored so far. */
export interface StoredReply extends StoredParts {
  agentId: string
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
    state: replyStateSchema,
    cutShort: z.boolean(),
    forgotten: z.int(),
    requestId: z.string(),
  }),
  ['owner', 'conversationId', 'replyId'],
  ({ owner, conversationId, replyId }) => sql`
    select conversations.agent_id as "agentId", reply.state, coalesce(running.words, reply.content) as content,
      coalesce(running.reasoning, reply.reasoning) as reasoning, coalesce(running.parts, reply.parts) as parts,
      coalesce(running.sources, reply.sources) as sources,
      reply.cut_short as "cutShort", reply.forgotten, coalesce(reply.request_id, '') as "requestId"
    from conversations join messages reply on reply.conversation_id = conversations.id
    left join running_replies running
      on running.conversation_id = reply.conversation_id and running.reply_id = reply.id
    where conversations.id = ${conversationId} and conversations.owner = ${owner}
      and conversations.deleted_at is null and reply.id = ${replyId} and reply.role = 'assistant'`,
)

/** Finds a reply in a conversation that belongs to the wallet and is not deleted; null otherwise. */
export async function findReply(db: Db, owner: string, place: ReplyPlace): Promise<StoredReply | null> {
  const { conversationId, replyId } = place
  const [row] = await findStored(db, { owner, conversationId, replyId })
  return row ?? null
}

/** Whether the conversation belongs to the wallet and is not deleted. */
export async function isConversationOf(db: Db, owner: string, id: string): Promise<boolean> {
  const found = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.owner, owner), isNull(conversations.deletedAt)))
  return found.length > 0
}

const endReply = prepared(
  'end_reply',
  z.object({ state: replyStateSchema, cutShort: z.boolean(), characters: z.int() }),
  [
    'server',
    'conversationId',
    'replyId',
    'content',
    'reasoning',
    'parts',
    'sources',
    'cutShort',
    'forgotten',
    'state',
    'repliedAt',
  ],
  (values) => sql`
    with gone as (${takeOut('running_replies', values)}),
    ended as (
      update messages set content = ${values.content}, reasoning = ${values.reasoning},
        parts = ${values.parts}::jsonb, sources = ${values.sources}::jsonb, cut_short = ${values.cutShort}, forgotten = ${values.forgotten},
        state = ${endedAs(values.state)}, replied_at = ${values.repliedAt}::timestamptz,
        ended_at = clock_timestamp()
      from gone where conversation_id = ${values.conversationId} and id = ${values.replyId}
      returning state, cut_short, length(content) + length(reasoning) as characters
    )
    select state, cut_short as "cutShort", characters from ended
    union all
    select state, cut_short, length(content) + length(reasoning) from messages
    where conversation_id = ${values.conversationId} and id = ${values.replyId} and not exists (select from ended)`,
)

/**
 * Ends a reply if it still belongs to this server: its running row is deleted and its message gets the final content;
 * otherwise nothing changes. If a stop was requested before a mere interruption, the reply is stored as stopped.
 * @returns how it is stored now, no matter which server ended it; null if the message no longer exists
 */
export async function storeEnd(
  db: Db,
  server: string,
  { conversationId, replyId }: ReplyPlace,
  { state, cutShort, forgotten, repliedAt, ...said }: WithParts & Omit<Reply, 'id'>,
): Promise<EndedReply | null> {
  const { content, reasoning, parts, sources } = toStored(said)
  const [row] = await endReply(db, {
    server,
    conversationId,
    replyId,
    content,
    reasoning,
    parts: parts && JSON.stringify(parts),
    sources: sources && JSON.stringify(sources),
    cutShort,
    forgotten,
    state,
    repliedAt,
  })
  return row ?? null
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

/**
 * The new part of a reply that another server receives: the text after the characters already known, and its sources if
 * there are more than known.
 */
export interface ReplyNews extends ReplyPlace, EndedReply, StoredParts {
  /** The total number of characters in its log, by code point. */
  characters: number
}

const newsRow = z.object({
  ...storedPartsColumns,
  conversationId: z.string(),
  replyId: z.string(),
  state: replyStateSchema,
  cutShort: z.boolean(),
  characters: z.int(),
})

/**
 * Reads what is stored of replies beyond the known number of characters of their text and of their reasoning. Replies
 * that were removed for good are left out.
 */
export function readNews(
  db: Db,
  known: readonly (ReplyPlace & {
    characters: number
    reasoningCharacters: number
    sources: number | null
  })[],
): Promise<ReplyNews[]> {
  return rows(
    db,
    newsRow,
    sql`
    select reply.conversation_id as "conversationId", reply.id as "replyId", reply.state, reply.cut_short as "cutShort",
      substr(coalesce(running.words, reply.content), known.characters + 1) as content,
      substr(coalesce(running.reasoning, reply.reasoning), known.reasoning_characters + 1) as reasoning,
      coalesce(running.parts, reply.parts) as parts,
      case when jsonb_array_length(coalesce(running.sources, reply.sources)) > coalesce(known.sources, -1)
        then coalesce(running.sources, reply.sources) end as sources,
      length(coalesce(running.words, reply.content)) + length(coalesce(running.reasoning, reply.reasoning)) as characters
    from unnest(
      ${sql.param(known.map(({ conversationId }) => conversationId))}::uuid[],
      ${sql.param(known.map(({ replyId }) => replyId))}::uuid[],
      ${sql.param(known.map(({ characters }) => characters))}::int[],
      ${sql.param(known.map(({ reasoningCharacters }) => reasoningCharacters))}::int[],
      ${sql.param(known.map(({ sources }) => sources))}::int[]
    ) as known (conversation_id, reply_id, characters, reasoning_characters, sources)
    join messages reply on reply.conversation_id = known.conversation_id and reply.id = known.reply_id
    left join running_replies running
      on running.conversation_id = reply.conversation_id and running.reply_id = reply.id`,
  )
}

const endedRow = z.object({ id: z.string() })

/**
 * Ends replies that no server receives any more, with the parts stored so far: as stopped if a stop was requested, else
 * as interrupted. A reply whose server has sent a heartbeat since is left alone.
 * @returns the ids of the replies that were ended
 */
export async function closeDead(db: Db, dead: readonly DeadReply[]): Promise<string[]> {
  const ended = await rows(
    db,
    endedRow,
    sql`
    with gone as (${takeOutDead('running_replies', dead)})
    update messages reply set
      content = gone.words, reasoning = gone.reasoning, parts = gone.parts, sources = gone.sources,
      state = case when gone.stop_wanted then 'stopped' else 'interrupted' end,
      replied_at = case when gone.words <> '' then coalesce(gone.replied_at, clock_timestamp()) end,
      ended_at = clock_timestamp()
    from gone where reply.conversation_id = gone.conversation_id and reply.id = gone.reply_id
    returning reply.id`,
  )
  return ended.map(({ id }) => id)
}
