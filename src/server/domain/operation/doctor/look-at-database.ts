import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../../../db/connect/connect.ts'
import { rows } from '../../../db/rows.ts'
import { type Advice, clockAdvice, fault, ok, percentile, timesOf, warn } from './advice.ts'

const SELECTS = 50
const COMMITS = 20
/** Milliseconds at which people notice: a reply takes a handful of statements before its first word. */
const SLOW_SELECT_MS = 10
const SLOW_COMMIT_MS = 50

const settingsRow = z.object({
  version: z.coerce.number(),
  name: z.string(),
  now: z.coerce.number(),
  most: z.coerce.number(),
  used: z.coerce.number(),
  ours: z.coerce.number(),
  encoding: z.string(),
  folds: z.boolean(),
})

/** Latency, version, settings and clock. The connections of one server are `each`. */
export async function lookAtDatabase(database: Database, each: number): Promise<Advice[]> {
  const began = Date.now()
  const [found] = await rows(
    database.db,
    settingsRow,
    sql`select current_setting('server_version_num') as version, current_setting('server_version') as name,
      (extract(epoch from clock_timestamp()) * 1000)::text as now,
      current_setting('max_connections') as most, current_setting('server_encoding') as encoding,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::text as used,
      (select count(distinct client_addr) from pg_stat_activity where application_name = 'bionic')::text as ours,
      lower(${'ÄЖ'}) = ${'äж'} as folds`,
  )
  const middle = (began + Date.now()) / 2
  const selects = await timesOf(SELECTS, () => database.db.execute(sql`select 1`))
  const commits = await timesOf(COMMITS, () => database.db.transaction(writeNothing))
  const advice = [
    latencyAdvice('database.latency', 'A question', selects, SLOW_SELECT_MS),
    latencyAdvice('database.commits', 'A stored change', commits, SLOW_COMMIT_MS),
  ]
  if (!found || database.kind === 'embedded') return advice
  return [
    ...advice,
    ...settingsAdvice(found, each),
    clockAdvice('database.clock', 'PostgreSQL', found.now - middle),
  ]
}

/** Servers that use the database, by where their connections come from: several on one machine count as one. */
export async function countServers({ kind, db }: Database): Promise<number> {
  if (kind === 'embedded') return 1
  const [found] = await rows(
    db,
    z.object({ servers: z.coerce.number() }),
    sql`select count(distinct client_addr)::text as servers from pg_stat_activity
      where application_name = 'bionic' and datname = current_database()`,
  )
  return found?.servers ?? 1
}

/** A change that reaches the disk like any other, and of which nothing stays: it takes a number and gives it up. */
async function writeNothing(transaction: Pick<Database['db'], 'execute'>): Promise<void> {
  await transaction.execute(sql`select pg_current_xact_id()`)
  await transaction.execute(sql`select pg_logical_emit_message(true, 'bionic', 'doctor')`)
}

function latencyAdvice(check: string, what: string, times: readonly number[], slow: number): Advice {
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.99)]
  const says = `${what} takes ${half.toFixed(1)} ms, and ${most.toFixed(1)} ms at most of a hundred.`
  if (half <= slow) return ok(check, says)
  return warn(check, says, 'Put the database nearer to this machine, or on a disk that is not shared.')
}

function settingsAdvice(found: z.infer<typeof settingsRow>, each: number): Advice[] {
  const advice: Advice[] = []
  const { version, name, most, used, ours, encoding, folds } = found
  advice.push(
    version >= 150_000
      ? ok('database.version', `PostgreSQL ${name}.`)
      : fault('database.version', `PostgreSQL ${name} is too old.`, 'Move to PostgreSQL 15 or later.'),
  )
  if (encoding !== 'UTF8')
    advice.push(
      fault(
        'database.encoding',
        `The database is in ${encoding}.`,
        'Create it anew with the encoding UTF8, and restore a backup into it.',
      ),
    )
  if (!folds)
    advice.push(
      warn(
        'database.locale',
        'Searches tell Ä from ä, because the locale folds ASCII alone.',
        "Create the database anew with LC_CTYPE 'C.UTF-8', and restore a backup into it.",
      ),
    )
  const wanted = Math.max(ours, 1) * each
  advice.push(
    most - 5 >= wanted && used < most * 0.9
      ? ok('database.connections', `${used} of ${most} connections are in use.`)
      : warn(
          'database.connections',
          `${used} of ${most} connections are in use, and each server takes up to ${each}.`,
          'Raise max_connections of PostgreSQL, or run fewer servers.',
        ),
  )
  return advice
}
