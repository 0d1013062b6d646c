import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AgentProblem } from '../../../shared/agents/agent-problems.ts'
import type { Reply, ReplyState } from '../../../shared/chat/messages.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { Db } from '../connect/connect.ts'
import { prepared, rows } from '../rows.ts'
import { runningReplies } from '../schema/conversations.ts'
import { runningAnswers } from '../schema/realms.ts'
import { runningTurns } from '../schema/swarm.ts'
import type { PartShape, StoredParts } from './stored-parts.ts'

/**
 * Everything that is running, of all kinds: replies in conversations, answers in realms, turns of runs. Their tables
 * have the same columns; how each ends is implemented with its kind.
 */

/** Identifies a reply. */
export interface ReplyPlace {
  conversationId: string
  replyId: string
}

/** The tables of running replies, by kind. The id of a realm or run takes the place of the conversation's. */
const tables = {
  running_replies: runningReplies,
  running_answers: runningAnswers,
  running_turns: runningTurns,
}
export type RunningTable = keyof typeof tables

const placeColumns = { conversationId: z.string(), replyId: z.string() }

/**
 * The part of a running reply that is not stored yet. Positions are counted in characters as PostgreSQL does: by code
 * point.
 */
export interface UnstoredWords extends ReplyPlace {
  /** How many characters precede `words`. */
  at: number
  words: string
  /** The same for the reasoning. */
  reasoningAt: number
  reasoning: string
  /** All parts in their current state. */
  parts: PartShape[] | null
  /** All that it cites so far; null if there are none, or if they are stored already. */
  sources: CitedSource[] | null
  /** When the very first words arrived, as ISO 8601. */
  repliedAt: string | null
}

/** The state of a reply that has ended. */
export interface EndedReply extends Pick<Reply, 'state' | 'cutShort'> {
  /** The number of characters in its stored log, by code point; omitted if followers are sent the stored text. */
  characters?: number
}

/** The end of a turn in a realm or a run. */
export interface TurnEnd {
  content: string
  state: ReplyState
  trouble: AgentProblem | null
  /** The passages that it cites; null if its agent had none for it. */
  sources: readonly CitedSource[] | null
  /** How many words the agent said. */
  said: number
}

/** The newest heartbeat of a server for a reply. */
export interface Heartbeat extends ReplyPlace {
  server: string
  /** An opaque value: if it differs, there was a newer heartbeat. */
  heartbeat: string
}

/** A reply that no server receives any more, with what is known of it beyond what is stored. */
export type DeadReply = Heartbeat & StoredParts

/** The operations that all kinds share, for the replies that one server receives. */
export function runningIn(db: Db, table: RunningTable, server: string) {
  const storeWords = prepareStoreWords(table)
  return {
    storeWords: (said: readonly UnstoredWords[]) => storeWords(db, server, said),
    listHeartbeats: () => listHeartbeats(db, table),
    wantStop: (place: ReplyPlace) => wantStop(db, table, place),
    listRunning: (conversationIds: readonly string[]) => listRunning(db, table, conversationIds),
  }
}

const wordsRow = z.object({ ...placeColumns, stopWanted: z.boolean() })

/**
 * Prepares the statement that stores new text and reasoning, and the heartbeat, of every reply that a server receives.
 * Repeating it with the same text changes nothing but the heartbeat.
 * @returns the replies that still belong to this server; missing ones were ended by another server
 */
function prepareStoreWords(table: RunningTable) {
  const statement = prepared(
    `store_words_in_${table}`,
    wordsRow,
    [
      'server',
      'conversationIds',
      'replyIds',
      'ats',
      'words',
      'reasoningAts',
      'reasonings',
      'parts',
      'sources',
      'repliedAts',
    ],
    (values) => sql`
      update ${tables[table]} running set
        words = case when said.words = '' then running.words else left(running.words, said.at) || said.words end,
        reasoning = case when said.reasoning = '' then running.reasoning
          else left(running.reasoning, said.reasoning_at) || said.reasoning end,
        parts = coalesce(said.parts::jsonb, running.parts),
        sources = coalesce(said.sources::jsonb, running.sources),
        replied_at = coalesce(running.replied_at, said.replied_at),
        beat_at = clock_timestamp()
      from unnest(
        ${values.conversationIds}::uuid[], ${values.replyIds}::uuid[], ${values.ats}::int[], ${values.words}::text[],
        ${values.reasoningAts}::int[], ${values.reasonings}::text[], ${values.parts}::text[],
        ${values.sources}::text[],
        ${values.repliedAts}::timestamptz[]
      ) as said (conversation_id, reply_id, at, words, reasoning_at, reasoning, parts, sources, replied_at)
      where running.conversation_id = said.conversation_id and running.reply_id = said.reply_id
        and running.server = ${values.server}
      returning running.conversation_id as "conversationId", running.reply_id as "replyId",
        running.stop_wanted as "stopWanted"`,
  )
  return (db: Db, server: string, said: readonly UnstoredWords[]) =>
    statement(db, {
      server,
      conversationIds: said.map(({ conversationId }) => conversationId),
      replyIds: said.map(({ replyId }) => replyId),
      ats: said.map(({ at }) => at),
      words: said.map(({ words }) => words),
      reasoningAts: said.map(({ reasoningAt }) => reasoningAt),
      reasonings: said.map(({ reasoning }) => reasoning),
      parts: said.map(({ parts }) => parts && JSON.stringify(parts)),
      sources: said.map(({ sources }) => sources && JSON.stringify(sources)),
      repliedAts: said.map(({ repliedAt }) => repliedAt),
    })
}

const beatRow = z.object({ ...placeColumns, server: z.string(), heartbeat: z.string() })

/** The newest heartbeats of all running replies, on any server. */
function listHeartbeats(db: Db, table: RunningTable): Promise<Heartbeat[]> {
  return rows(
    db,
    beatRow,
    sql`select conversation_id as "conversationId", reply_id as "replyId", server, beat_at::text as heartbeat
      from ${tables[table]}`,
  )
}

const placeRow = z.object(placeColumns)

/** The running replies of these conversations, realms or runs. */
function listRunning(db: Db, table: RunningTable, conversationIds: readonly string[]): Promise<ReplyPlace[]> {
  return rows(
    db,
    placeRow,
    sql`select conversation_id as "conversationId", reply_id as "replyId" from ${tables[table]}
      where conversation_id = any(${sql.param(conversationIds)}::uuid[])`,
  )
}

const serverRow = z.object({ server: z.string() })

/**
 * Requests that the server that receives a reply stop it.
 * @returns that server; null if the reply has ended
 */
async function wantStop(
  db: Db,
  table: RunningTable,
  { conversationId, replyId }: ReplyPlace,
): Promise<string | null> {
  const [row] = await rows(
    db,
    serverRow,
    sql`update ${tables[table]} set stop_wanted = true
      where conversation_id = ${conversationId} and reply_id = ${replyId} returning server`,
  )
  return row?.server ?? null
}

/** A value, or its placeholder in a prepared statement. */
type Value<Of> = Of | Placeholder

/** The part of a statement that deletes a running row which still belongs to this server. */
export function takeOut(
  table: RunningTable,
  { conversationId, replyId, server }: Record<keyof ReplyPlace | 'server', Value<string>>,
): SQL {
  return sql`
    delete from ${tables[table]}
    where conversation_id = ${conversationId} and reply_id = ${replyId} and server = ${server}
    returning stop_wanted`
}

/**
 * The state to store for a reply whose running row was deleted as `gone`: if a stop was requested before a mere
 * interruption, it counts as stopped.
 */
export function endedAs(state: Value<ReplyState>): SQL {
  return sql`case when gone.stop_wanted and ${state}::text = 'interrupted' then 'stopped' else ${state} end`
}

/**
 * The part of a statement that deletes the running rows of replies that no server receives any more, and returns what
 * is known of their parts. Rows with a newer heartbeat are left alone.
 */
export function takeOutDead(table: RunningTable, dead: readonly DeadReply[]): SQL {
  // One text is always a prefix of the other.
  const isFurther = sql`
    length(dead.words) + length(dead.reasoning) > length(running.words) + length(running.reasoning)`
  return sql`
    delete from ${tables[table]} running
    using unnest(
      ${sql.param(dead.map(({ conversationId }) => conversationId))}::uuid[],
      ${sql.param(dead.map(({ replyId }) => replyId))}::uuid[], ${sql.param(dead.map(({ heartbeat }) => heartbeat))}::text[],
      ${sql.param(dead.map(({ content }) => content))}::text[], ${sql.param(dead.map(({ reasoning }) => reasoning))}::text[],
      ${sql.param(dead.map(({ parts }) => parts && JSON.stringify(parts)))}::text[],
      ${sql.param(dead.map(({ sources }) => sources && JSON.stringify(sources)))}::text[]
    ) as dead (conversation_id, reply_id, beat, words, reasoning, parts, sources)
    where running.conversation_id = dead.conversation_id and running.reply_id = dead.reply_id
      and running.beat_at::text = dead.beat
    returning running.conversation_id, running.reply_id, running.stop_wanted, running.replied_at,
      case when ${isFurther} then dead.words else running.words end as words,
      case when ${isFurther} then dead.reasoning else running.reasoning end as reasoning,
      case when ${isFurther} then dead.parts::jsonb else running.parts end as parts,
      case when ${isFurther} then coalesce(dead.sources::jsonb, running.sources) else running.sources end as sources`
}
