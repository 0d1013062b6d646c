import type { Sql } from 'postgres'
import type { AgentTrouble } from '../../../shared/agents/agent-troubles.ts'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import type { PartShape, StoredParts } from './stored-parts.ts'

/**
 * What runs, wherever it was asked for: replies of conversations, answers in realms, turns of runs. Their tables are
 * alike; their ends are written where they are kept.
 */

/** A reply by its place. */
export interface ReplyPlace {
  conversationId: string
  replyId: string
}

/** Where it is written down what runs: in conversations, in realms, or in runs, whose ids stand for those of conversations. */
export type RunningTable = 'running_replies' | 'running_answers' | 'running_turns'

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

/** How a reply stands that is over. */
export interface EndedReply extends Pick<Reply, 'state' | 'cutShort'> {
  /** How many characters its stored log has, by code point; left out where those who follow are told the stored text. */
  characters?: number
}

/** How a turn in a realm or a run ended. */
export interface TurnEnd {
  content: string
  state: ReplyState
  trouble: AgentTrouble | null
  /** How many words it said. */
  said: number
}

/** The newest sign of life that a server gave for a reply. */
export interface Beat extends ReplyPlace {
  server: string
  /** Can only be compared: another one is a newer one. */
  beat: string
}

/** A reply that nobody receives any more, with what is known of it besides what is stored. */
export type DeadReply = Beat & StoredParts

/** What all kinds have in common, for what one server receives. */
export function runningIn(sql: Sql, table: RunningTable, server: string) {
  return {
    storeWords: (said: readonly UnstoredWords[]) => storeWords(sql, table, server, said),
    listBeats: () => listBeats(sql, table),
    wantStop: (place: ReplyPlace) => wantStop(sql, table, place),
    listRunning: (conversationIds: readonly string[]) => listRunning(sql, table, conversationIds),
  }
}

/**
 * Stores what was said and thought and gives a sign of life for every reply that a server receives, in one statement. Doing it again with
 * the same words changes nothing more. Moments go as text: the driver, which is told to leave them as they are, can send
 * no array of them.
 * @returns those that are still this server's to receive; what is missing was ended by somebody else
 */
async function storeWords(
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

/** The newest sign of life of everything that runs, on any server. */
async function listBeats(sql: Sql, table: RunningTable): Promise<Beat[]> {
  return sql<Beat[]>`
    select conversation_id as "conversationId", reply_id as "replyId", server, beat_at::text as beat
    from ${sql(table)}`
}

/** What runs in these conversations, or realms. */
async function listRunning(
  sql: Sql,
  table: RunningTable,
  conversationIds: readonly string[],
): Promise<ReplyPlace[]> {
  return sql<ReplyPlace[]>`
    select conversation_id as "conversationId", reply_id as "replyId" from ${sql(table)}
    where conversation_id = any(${conversationIds}::uuid[])`
}

/** Asks whichever server receives a reply to stop it. @returns that server; null where the reply is over */
async function wantStop(
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

/** The part of a statement that takes out what is still this server's to end. */
export function takeOut(
  sql: Sql,
  table: RunningTable,
  server: string,
  { conversationId, replyId }: ReplyPlace,
) {
  return sql`
    delete from ${sql(table)}
    where conversation_id = ${conversationId} and reply_id = ${replyId} and server = ${server}
    returning stop_wanted`
}

/** The state that something ends in which was taken out as `gone`: a stop that was wanted before a mere interruption counts. */
export function endedAs(sql: Sql, state: ReplyState) {
  return sql`case when gone.stop_wanted and ${state}::text = 'interrupted' then 'stopped' else ${state} end`
}

/**
 * The part of a statement that takes out what nobody receives any more, with all that is known of its parts; what showed
 * life since is left alone.
 */
export function takeOutDead(sql: Sql, table: RunningTable, dead: readonly DeadReply[]) {
  // One is always the beginning of the other.
  const isFurther = sql`
    length(dead.words) + length(dead.reasoning) > length(running.words) + length(running.reasoning)`
  return sql`
    delete from ${sql(table)} running
    using unnest(
      ${dead.map(({ conversationId }) => conversationId)}::uuid[],
      ${dead.map(({ replyId }) => replyId)}::uuid[], ${dead.map(({ beat }) => beat)}::text[],
      ${dead.map(({ content }) => content)}::text[], ${dead.map(({ reasoning }) => reasoning)}::text[],
      ${dead.map(({ parts }) => parts && JSON.stringify(parts))}::text[]
    ) as dead (conversation_id, reply_id, beat, words, reasoning, parts)
    where running.conversation_id = dead.conversation_id and running.reply_id = dead.reply_id
      and running.beat_at::text = dead.beat
    returning running.conversation_id, running.reply_id, running.stop_wanted, running.replied_at,
      case when ${isFurther} then dead.words else running.words end as words,
      case when ${isFurther} then dead.reasoning else running.reasoning end as reasoning,
      case when ${isFurther} then dead.parts::jsonb else running.parts end as parts`
}
