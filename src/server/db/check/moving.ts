import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import type { Rule } from './rule.ts'

// What is only for a while: a server that is at work ends each of these within its time.

/** Servers sweep every five minutes, so that what they have not done by then is left for another reason. */
const SWEPT_WITHIN = sql.raw("interval '15 minutes'")

/** Longer than servers take to notice that one of them is gone. */
const LEASE = sql.raw("interval '2 minutes'")

/** How long what was deleted can be brought back. */
const KEPT_DELETED = sql.raw("interval '1 hour'")

const byServer = {
  mendedBy: 'server',
  mend: 'A server that is at work ends it; if one is, its log says what keeps it from that.',
} as const

const stuck = {
  mendedBy: 'person',
  mend: 'Nothing ends it any more: restore a backup of before, or delete it on its page.',
} as const

const running = (table: string, scope: string, id: SQL): Rule => ({
  ...{ rule: `moving.${table}`, table, ...stuck },
  problem: 'It is said to be written at this moment, but no server has it.',
  faults: sql`
    select ${id} as id from ${sql.raw(table)} row where state = 'running' and not exists (
      select from running_turns turn where turn.${sql.raw(scope)} = row.${sql.raw(scope)} and turn.reply_id = row.id)`,
})

const deleted = (table: string): Rule => ({
  ...{ rule: `moving.deleted-${table}`, table, ...byServer },
  problem: 'It was deleted for good, and is still there.',
  faults: sql`
    select id from ${sql.raw(table)} where deleted_at < clock_timestamp() - ${KEPT_DELETED} - ${SWEPT_WITHIN}`,
})

/** Those that are never right, whether a server is at work or not, have `mendedBy: 'person'`. */
export const movingRules: readonly Rule[] = [
  running('messages', 'conversation_id', sql`row.id`),
  running('realm_messages', 'realm_id', sql`row.realm_id || ' ' || row.number`),
  running('swarm_turns', 'run_id', sql`row.run_id || ' ' || row.number`),
  {
    ...{ rule: 'moving.running-turns', table: 'running_turns', ...byServer },
    problem: 'A reply is being written by a server that does not say any more that it lives.',
    faults: sql`select reply_id as id from running_turns where beat_at < clock_timestamp() - ${LEASE}`,
  },
  {
    ...{ rule: 'moving.ended-turns', table: 'running_turns', ...stuck },
    problem: 'A reply that has ended is still said to be written.',
    faults: sql`
      select turn.reply_id as id from running_turns turn
      left join messages m on m.conversation_id = turn.conversation_id and m.id = turn.reply_id
      left join realm_messages r on r.realm_id = turn.realm_id and r.id = turn.reply_id
      left join swarm_turns s on s.run_id = turn.run_id and s.id = turn.reply_id
      where coalesce(m.state, r.state, s.state) <> 'running'`,
  },
  {
    ...{ rule: 'moving.documents', table: 'source_versions', ...byServer },
    problem: 'A document is being read by a server that does not say any more that it lives.',
    faults: sql`
      select version.id from source_versions version join sources own on own.id = version.source_id
      where version.state = 'reading' and own.deleted_at is null
        and version.beat_at < clock_timestamp() - ${SWEPT_WITHIN}`,
  },
  {
    ...{ rule: 'moving.tool-calls', table: 'tool_calls', ...byServer },
    problem: 'A call of a tool is said to be under way, but no server has its reply.',
    faults: sql`
      select call.id from tool_calls call
      where call.state = 'running' and call.sent_at < clock_timestamp() - ${SWEPT_WITHIN} and not exists (
        select from running_turns turn where turn.scope = call.scope and turn.scope_id = call.scope_id
          and turn.reply_id = call.reply_id)`,
  },
  {
    ...{ rule: 'moving.late-consents', table: 'tool_calls', ...byServer },
    problem: 'A call of a tool waits for a person beyond its time.',
    faults: sql`
      select id from tool_calls
      where state = 'waiting' and expires_at < clock_timestamp() - ${SWEPT_WITHIN}`,
  },
  {
    ...{ rule: 'moving.receipts', table: 'receipt_salts', ...byServer },
    problem: 'A reply has ended and is not noted in the record yet.',
    faults: sql`
      select reply_id as id from receipt_salts
      where index is null and created_at < clock_timestamp() - ${SWEPT_WITHIN}`,
  },
  ...['agents', 'conversations', 'realms', 'swarm_runs', 'social_briefs', 'facts'].map(deleted),
]

/**
 * Whether a server has been at work long enough to have ended what is its own to end. On the embedded database none is
 * while this program has its folder.
 */
export async function isServed({ kind, db }: Database): Promise<boolean> {
  if (kind === 'embedded') return false
  const [found] = await rows(
    db,
    z.object({ served: z.boolean() }),
    sql`select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name = 'bionic' and pid <> pg_backend_pid()
        and backend_start < clock_timestamp() - ${SWEPT_WITHIN}) as served`,
  )
  return found?.served ?? false
}
