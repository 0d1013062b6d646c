import type { Sql } from 'postgres'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import type { WithParts } from '../../../shared/chat/parts.ts'
import {
  type DeadReply,
  type EndedReply,
  endedAs,
  type ReplyPlace,
  takeOut,
  takeOutDead,
} from '../turns/running-turns.ts'
import { type StoredParts, toStored } from '../turns/stored-parts.ts'

/** What is stored of a reply; of the parts of a running one, as much as was stored so far. */
export interface StoredReply extends StoredParts {
  state: ReplyState
  cutShort: boolean
  forgotten: number
  requestId: string
}

/** The reply, where the wallet has it in a conversation that is not deleted; null elsewhere. */
export async function findReply(sql: Sql, owner: string, place: ReplyPlace): Promise<StoredReply | null> {
  const [row] = await sql<StoredReply[]>`
    select reply.state, coalesce(running.words, reply.content) as content,
      coalesce(running.reasoning, reply.reasoning) as reasoning, coalesce(running.parts, reply.parts) as parts,
      reply.cut_short as "cutShort", reply.forgotten, coalesce(reply.request_id, '') as "requestId"
    from conversations join messages reply on reply.conversation_id = conversations.id
    left join running_replies running
      on running.conversation_id = reply.conversation_id and running.reply_id = reply.id
    where conversations.id = ${place.conversationId} and conversations.owner = ${owner}
      and conversations.deleted_at is null and reply.id = ${place.replyId} and reply.role = 'assistant'`
  return row ?? null
}

/** Whether a wallet has this conversation, and has not deleted it. */
export async function isConversationOf(sql: Sql, owner: string, id: string): Promise<boolean> {
  const rows = await sql`
    select from conversations where id = ${id} and owner = ${owner} and deleted_at is null`
  return rows.length > 0
}

/**
 * Ends a reply if it is still this server's to end: its row goes and its message gets what was said, or nothing changes.
 * A stop that was wanted before a mere interruption makes it stopped.
 * @returns how it is stored now, by whomever; null where there is no such message any more
 */
export async function storeEnd(
  sql: Sql,
  server: string,
  place: ReplyPlace,
  { state, cutShort, forgotten, repliedAt, ...said }: WithParts & Omit<Reply, 'id'>,
): Promise<EndedReply | null> {
  const { conversationId, replyId } = place
  const { content, reasoning, parts } = toStored(said)
  const [row] = await sql<EndedReply[]>`
    with gone as (${takeOut(sql, 'running_replies', server, place)}),
    ended as (
      update messages set content = ${content}, reasoning = ${reasoning},
        parts = ${parts && JSON.stringify(parts)}::text::jsonb, cut_short = ${cutShort}, forgotten = ${forgotten},
        state = ${endedAs(sql, state)},
        replied_at = ${repliedAt}::timestamptz
      from gone where conversation_id = ${conversationId} and id = ${replyId}
      returning state, cut_short, length(content) + length(reasoning) as characters
    )
    select state, cut_short as "cutShort", characters from ended
    union all
    select state, cut_short, length(content) + length(reasoning) from messages
    where conversation_id = ${conversationId} and id = ${replyId} and not exists (select from ended)`
  return row ?? null
}

/** Keeps for those who follow elsewhere how much a running reply does not remember. */
export async function storeForgotten(sql: Sql, place: ReplyPlace, forgotten: number): Promise<void> {
  await sql`
    update messages set forgotten = ${forgotten}
    where conversation_id = ${place.conversationId} and id = ${place.replyId} and state = 'running'`
}

/** What is new of a reply that another server receives: what follows the characters that were known. */
export interface ReplyNews extends ReplyPlace, EndedReply, StoredParts {
  /** How many characters its log has in all, by code point. */
  characters: number
}

/**
 * What is stored of replies beyond what is known of them, by the characters of their text and of their reasoning; one
 * that is gone for good is left out.
 */
export async function readNews(
  sql: Sql,
  known: readonly (ReplyPlace & { characters: number; reasoningCharacters: number })[],
): Promise<ReplyNews[]> {
  return sql<ReplyNews[]>`
    select reply.conversation_id as "conversationId", reply.id as "replyId", reply.state, reply.cut_short as "cutShort",
      substr(coalesce(running.words, reply.content), known.characters + 1) as content,
      substr(coalesce(running.reasoning, reply.reasoning), known.reasoning_characters + 1) as reasoning,
      coalesce(running.parts, reply.parts) as parts,
      length(coalesce(running.words, reply.content)) + length(coalesce(running.reasoning, reply.reasoning)) as characters
    from unnest(
      ${known.map(({ conversationId }) => conversationId)}::uuid[], ${known.map(({ replyId }) => replyId)}::uuid[],
      ${known.map(({ characters }) => characters)}::int[],
      ${known.map(({ reasoningCharacters }) => reasoningCharacters)}::int[]
    ) as known (conversation_id, reply_id, characters, reasoning_characters)
    join messages reply on reply.conversation_id = known.conversation_id and reply.id = known.reply_id
    left join running_replies running
      on running.conversation_id = reply.conversation_id and running.reply_id = reply.id`
}

/**
 * Ends replies that nobody receives any more with all that is known of their parts: stopped where somebody wanted that,
 * else interrupted. One that showed life since is left alone.
 * @returns the ids of those that were ended
 */
export async function closeDead(sql: Sql, dead: readonly DeadReply[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with gone as (${takeOutDead(sql, 'running_replies', dead)})
    update messages reply set
      content = gone.words, reasoning = gone.reasoning, parts = gone.parts,
      state = case when gone.stop_wanted then 'stopped' else 'interrupted' end,
      replied_at = case when gone.words <> '' then coalesce(gone.replied_at, clock_timestamp()) end
    from gone where reply.conversation_id = gone.conversation_id and reply.id = gone.reply_id
    returning reply.id`
  return rows.map(({ id }) => id)
}
