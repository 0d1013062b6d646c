import type { Sql } from 'postgres'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import type { WithParts } from '../../../shared/chat/parts.ts'
import { type PartShape, type StoredParts, toStored } from './stored-parts.ts'

/** A reply by its place. */
export interface ReplyPlace {
  conversationId: string
  replyId: string
}

/** Where it is written down what runs: in conversations, in realms, or in runs, whose ids stand for those of conversations. */
export type RunningTable = 'running_replies' | 'running_answers' | 'running_turns'

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

/** What of a running reply is not stored yet. Places count characters as PostgreSQL does: by code point. */
export interface UnstoredWords extends ReplyPlace {
  /** How many characters stand before the words. */
  at: number
  words: string
  /** The same for what was thought. */
  reasoningAt: number
  reasoning: string
  /** All parts as they are now. */
  parts: PartShape[] | null
  /** When the first words of all came, as ISO 8601. */
  repliedAt: string | null
}

/**
 * Stores what was said and thought and gives a sign of life for every reply that a server receives, in one statement. Doing it again with
 * the same words changes nothing more. Moments go as text: the driver, which is told to leave them as they are, can send
 * no array of them.
 * @returns those that are still this server's to receive; what is missing was ended by somebody else
 */
export async function storeWords(
  sql: Sql,
  table: RunningTable,
  server: string,
  said: readonly UnstoredWords[],
): Promise<(ReplyPlace & { stopWanted: boolean })[]> {
  return sql<(ReplyPlace & { stopWanted: boolean })[]>`
    update ${sql(table)} running set
      words = case when said.words = '' then running.words else left(running.words, said.at) || said.words end,
      reasoning = case when said.reasoning = '' then running.reasoning
        else left(running.reasoning, said.reasoning_at) || said.reasoning end,
      parts = coalesce(said.parts::jsonb, running.parts),
      replied_at = coalesce(running.replied_at, said.replied_at::timestamptz),
      beat_at = clock_timestamp()
    from unnest(
      ${said.map(({ conversationId }) => conversationId)}::uuid[], ${said.map(({ replyId }) => replyId)}::uuid[],
      ${said.map(({ at }) => at)}::int[], ${said.map(({ words }) => words)}::text[],
      ${said.map(({ reasoningAt }) => reasoningAt)}::int[], ${said.map(({ reasoning }) => reasoning)}::text[],
      ${said.map(({ parts }) => parts && JSON.stringify(parts))}::text[],
      ${said.map(({ repliedAt }) => repliedAt)}::text[]
    ) as said (conversation_id, reply_id, at, words, reasoning_at, reasoning, parts, replied_at)
    where running.conversation_id = said.conversation_id and running.reply_id = said.reply_id
      and running.server = ${server}
    returning running.conversation_id as "conversationId", running.reply_id as "replyId",
      running.stop_wanted as "stopWanted"`
}

/** How a reply stands that is over. */
export interface EndedReply extends Pick<Reply, 'state' | 'cutShort'> {
  /** How many characters its stored log has, by code point; left out where those who follow are told the stored text. */
  characters?: number
}

/**
 * Ends a reply if it is still this server's to end: its row goes and its message gets what was said, or nothing changes.
 * A stop that was wanted before a mere interruption makes it stopped.
 * @returns how it is stored now, by whomever; null where there is no such message any more
 */
export async function storeEnd(
  sql: Sql,
  server: string,
  { conversationId, replyId }: ReplyPlace,
  { state, cutShort, forgotten, repliedAt, ...said }: WithParts & Omit<Reply, 'id'>,
): Promise<EndedReply | null> {
  const { content, reasoning, parts } = toStored(said)
  const [row] = await sql<EndedReply[]>`
    with gone as (
      delete from running_replies
      where conversation_id = ${conversationId} and reply_id = ${replyId} and server = ${server}
      returning stop_wanted
    ),
    ended as (
      update messages set content = ${content}, reasoning = ${reasoning},
        parts = ${parts && JSON.stringify(parts)}::text::jsonb, cut_short = ${cutShort}, forgotten = ${forgotten},
        state = case when gone.stop_wanted and ${state}::text = 'interrupted' then 'stopped' else ${state} end,
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

/** What runs in these conversations, or realms. */
export async function listRunning(
  sql: Sql,
  table: RunningTable,
  conversationIds: readonly string[],
): Promise<ReplyPlace[]> {
  return sql<ReplyPlace[]>`
    select conversation_id as "conversationId", reply_id as "replyId" from ${sql(table)}
    where conversation_id = any(${conversationIds}::uuid[])`
}

/** Asks whichever server receives a reply to stop it. @returns that server; null where the reply is over */
export async function wantStop(
  sql: Sql,
  table: RunningTable,
  { conversationId, replyId }: ReplyPlace,
): Promise<string | null> {
  const [row] = await sql<{ server: string }[]>`
    update ${sql(table)} set stop_wanted = true
    where conversation_id = ${conversationId} and reply_id = ${replyId}
    returning server`
  return row?.server ?? null
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
