import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Logger } from '../../base/log.ts'
import type { Database, Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

/**
 * More often than PostgreSQL's autovacuum. A plan that is kept is made anew with new statistics only: one that was made
 * while a table was empty can choose an index that leads to all rows of a realm, and each of its messages then costs more
 * than the one before.
 */
const EVERY_MS = 10_000

/** What is worth a line of the log. */
const LONG_MS = 1_000

/** PGlite has no autovacuum. Each table is vacuumed and analyzed by itself, so that requests are served in between. */
export function vacuumRegularly(options: {
  db: Db
  log: Logger
  unbounded: Database['unbounded']
  everyMs?: number
}): () => void {
  let running = false
  const timer = setInterval(async () => {
    if (running) return
    running = true
    try {
      for (const statement of (await findStaleTables(options.db)).flatMap(vacuumStatements)) {
        const began = performance.now()
        await options.unbounded((db) => db.execute(sql.raw(statement)))
        const ms = Math.round(performance.now() - began)
        if (ms >= LONG_MS)
          options.log.info({ statement, ms }, 'everything waited while a table was vacuumed or analyzed')
      }
    } catch (error) {
      options.log.warn({ err: error }, 'The embedded database was not vacuumed')
    } finally {
      running = false
    }
  }, options.everyMs ?? EVERY_MS).unref()
  return () => clearInterval(timer)
}

const tableRow = z.object({ name: z.string() })

/** Finds the tables to vacuum by autovacuum's thresholds, in its default settings. */
export async function findStaleTables(db: Db): Promise<string[]> {
  // Without this, PGlite does not publish its statistics until it is closed.
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const stale = await rows(
    db,
    tableRow,
    sql`
    select format('%I.%I', s.schemaname, s.relname) as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
      or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
      or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)`,
  )
  return stale.map((row) => row.name)
}

/** @param table a quoted name, as returned by `findStaleTables` */
export const vacuumStatements = (table: string): string[] => [`vacuum ${table}`, `analyze ${table}`]
