import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Reply } from '../../../shared/chat/messages.ts'
import type { Db } from '../connect/connect.ts'
import { prepared, rows } from '../rows.ts'
import type { StoredPart } from '../schema/part-columns.ts'
import type { runningTurns } from '../schema/turns.ts'
import type { StoredParts } from './stored-parts.ts'

export type TurnScope = (typeof runningTurns.$inferSelect)['scope']

/** Identifies a turn in its scope: the id of a realm or run takes the place of the conversation's. */
export interface ReplyPlace {
  conversationId: string
  replyId: string
}

const placeColumns = { conversationId: z.string(), replyId: z.string() }

/** What is not stored yet of a running reply. Positions count code points, as PostgreSQL does. */
export interface UnstoredWords extends ReplyPlace {
  /** How many characters precede `words`. */
  at: number
  words: string
  /** The same for the reasoning. */
  reasoningAt: number
  reasoning: string
  /** All parts in order; null if there is only text, or if they are stored like this. */
  parts: StoredPart[] | null
  revision: number
  /** When the very first words arrived, as ISO 8601. */
  repliedAt: string | null
}

export interface EndedReply extends Pick<Reply, 'state' | 'cutShort'> {
  /** What is stored of it, if another server ended it; omitted if followers are sent what is stored. */
  stored?: StoredParts | undefined
}

/** A turn of whichever scope: ids of two scopes can be the same, since clients choose those of conversations. */
export interface TurnPlace extends ReplyPlace {
  scope: TurnScope
}

export interface Heartbeat extends TurnPlace {
  server: string
  /** An opaque value: if it differs, there was a newer heartbeat. */
  heartbeat: string
}

/** How turns of a kind are found and stopped that another server receives. */
export function runningIn(db: Db, scope: TurnScope) {
  return {
    wantStop: (place: ReplyPlace) => wantStop(db, scope, place),
    listRunning: (conversationIds: readonly string[]) => listRunning(db, scope, conversationIds),
  }
}

const turnColumns = { ...placeColumns, scope: z.enum(['conversation', 'realm', 'run']) }

const storedRow = z.object({ ...turnColumns, stopWanted: z.boolean() })

/**
 * Stores new text, reasoning and parts, and the heartbeat, of every reply that a server receives, in all scopes.
 * Repeating it with the same text changes nothing but the heartbeat.
 *
 * It is planned anew each time: a plan for any number of replies compares each row with each reply, 250,000 times for
 * 500 of them.
 * @returns the replies that still belong to this server; missing ones were ended by another server
 */
export function storeWords(db: Db, server: string, said: readonly (UnstoredWords & TurnPlace)[]) {
  const all = <Field extends keyof (UnstoredWords & TurnPlace)>(field: Field) =>
    sql.param(said.map((one) => one[field]))
  const parts = said.map((one) => one.parts && JSON.stringify(one.parts))
  return rows(
    db,
    storedRow,
    sql`
    update running_turns running set
      words = case when said.words = '' then running.words else left(running.words, said.at) || said.words end,
      reasoning = case when said.reasoning = '' then running.reasoning
        else left(running.reasoning, said.reasoning_at) || said.reasoning end,
      parts = coalesce(said.parts::jsonb, running.parts),
      revision = said.revision,
      replied_at = coalesce(running.replied_at, said.replied_at),
      beat_at = clock_timestamp()
    from unnest(
      ${all('scope')}::text[], ${all('conversationId')}::uuid[], ${all('replyId')}::uuid[], ${all('at')}::int[], ${all('words')}::text[],
      ${all('reasoningAt')}::int[], ${all('reasoning')}::text[], ${sql.param(parts)}::text[],
      ${all('revision')}::int[], ${all('repliedAt')}::timestamptz[]
    ) as said (scope, scope_id, reply_id, at, words, reasoning_at, reasoning, parts, revision, replied_at)
    where running.scope = said.scope and running.scope_id = said.scope_id and running.reply_id = said.reply_id
      and running.server = ${server}
    returning running.scope, running.scope_id as "conversationId", running.reply_id as "replyId",
      running.stop_wanted as "stopWanted"`,
  )
}

/**
 * Stores the heartbeat of every reply that a server receives, and nothing else of them.
 * @returns the replies that still belong to this server
 */
export const storeHeartbeat = prepared(
  'beat_turns',
  storedRow,
  ['server'],
  ({ server }) => sql`
    update running_turns set beat_at = clock_timestamp() where server = ${server}
    returning scope, scope_id as "conversationId", reply_id as "replyId", stop_wanted as "stopWanted"`,
)

const beatRow = z.object({ ...turnColumns, server: z.string(), heartbeat: z.string() })

/** The newest heartbeats of all running replies, on any server. */
export function listHeartbeats(db: Db): Promise<Heartbeat[]> {
  return rows(
    db,
    beatRow,
    sql`select scope, scope_id as "conversationId", reply_id as "replyId", server, beat_at::text as heartbeat
      from running_turns`,
  )
}

const placeRow = z.object(placeColumns)

function listRunning(db: Db, scope: TurnScope, conversationIds: readonly string[]): Promise<ReplyPlace[]> {
  return rows(
    db,
    placeRow,
    sql`select scope_id as "conversationId", reply_id as "replyId" from running_turns
      where scope = ${scope} and scope_id = any(${sql.param(conversationIds)}::uuid[])`,
  )
}

const serverRow = z.object({ server: z.string() })

/** Asks the server that receives a reply to stop it, and returns that server; null if the reply has ended. */
async function wantStop(
  db: Db,
  scope: TurnScope,
  { conversationId, replyId }: ReplyPlace,
): Promise<string | null> {
  const [row] = await rows(
    db,
    serverRow,
    sql`update running_turns set stop_wanted = true
      where scope = ${scope} and scope_id = ${conversationId} and reply_id = ${replyId} returning server`,
  )
  return row?.server ?? null
}

/** The join of a conversation's message with its running row, which exists exactly as long as it is running. */
export const joinRunning = (message: string): SQL =>
  sql.raw(
    `left join running_turns running on running.conversation_id = ${message}.conversation_id and running.reply_id = ${message}.id`,
  )
