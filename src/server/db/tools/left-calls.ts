import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { CallPlace } from '../../../shared/tools/decisions.ts'
import type { Db } from '../connect/connect.ts'
import { toolCalls } from '../schema/tools.ts'
import { runningTurns } from '../schema/turns.ts'
import { inReply, type ToolCallRow } from './tool-calls.ts'

// Calls that nobody goes on with: their server died, their reply is over, or their time is.

const hasTurn = sql`exists (
  select from ${runningTurns} where ${runningTurns.scope} = ${toolCalls.scope}
    and ${runningTurns.scopeId} = ${toolCalls.scopeId} and ${runningTurns.replyId} = ${toolCalls.replyId})`

/**
 * What was sent and has no result, while no server receives its reply any more, may have happened. Calls of before a
 * moment only: between a call and the end of its reply another server could look.
 * @param place of one reply alone
 */
export async function giveUpSent(db: Db, before: Date, place?: CallPlace): Promise<ToolCallRow[]> {
  return db
    .update(toolCalls)
    .set({ state: 'unknown' })
    .where(
      and(
        eq(toolCalls.state, 'running'),
        lt(toolCalls.sentAt, before),
        sql`not ${hasTurn}`,
        place && inReply(place),
      ),
    )
    .returning()
}

/** Ends what was neither decided nor done of replies that are over: one that broke off and has such calls waits, see `endStateOf`. */
export async function endLeftCalls(db: Db, endedAt: Date): Promise<ToolCallRow[]> {
  const over = (table: SQL, column: SQL) => sql`exists (
    select from ${table} reply where reply.${column} = ${toolCalls.scopeId} and reply.id = ${toolCalls.replyId}
      and reply.state in ('stopped', 'finished', 'interrupted', 'failed'))`
  const isOver = sql`case ${toolCalls.scope}
    when 'conversation' then ${over(sql`messages`, sql`conversation_id`)}
    when 'realm' then ${over(sql`realm_messages`, sql`realm_id`)}
    else ${over(sql`swarm_turns`, sql`run_id`)} end`
  return db
    .update(toolCalls)
    .set({ state: 'superseded', waitsFor: null, endedAt })
    .where(and(inArray(toolCalls.state, ['waiting', 'allowed']), sql`not ${hasTurn}`, isOver))
    .returning()
}

const MOST_EXPIRED = 200

/** Ends calls that nobody decided in time. */
export async function expireCalls(db: Db, now: Date): Promise<ToolCallRow[]> {
  const late = db
    .select({ id: toolCalls.id })
    .from(toolCalls)
    .where(and(eq(toolCalls.state, 'waiting'), lt(toolCalls.expiresAt, now)))
    .limit(MOST_EXPIRED)
  return db
    .update(toolCalls)
    .set({ state: 'expired', waitsFor: null, endedAt: now })
    .where(and(inArray(toolCalls.id, late), eq(toolCalls.state, 'waiting')))
    .returning()
}

/**
 * The state that a turn of `gone` ends in: one that broke off goes on as waiting if its person has to decide about
 * something, or may have to say what became of something. For statements of one scope, with raw column names.
 */
export const endStateOf = (scope: CallPlace['scope']): SQL => sql`
  case when gone.state = 'interrupted' and exists (
    select from tool_calls where scope = ${sql.raw(`'${scope}'`)} and tool_calls.scope_id = gone.scope_id
      and tool_calls.reply_id = gone.reply_id and tool_calls.state in ('waiting', 'allowed', 'running', 'unknown'))
  then 'waiting' else gone.state end`

/** Takes out calls of replies that have ended long ago. */
export async function sweepCalls(db: Db, before: Date): Promise<void> {
  await db.delete(toolCalls).where(and(lt(toolCalls.endedAt, before), ne(toolCalls.state, 'unknown')))
}
