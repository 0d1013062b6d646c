import type { Sql } from 'postgres'
import type { Logger } from '../../base/log.ts'

const everyMinutes = 5

/**
 * PGlite has no autovacuum. Tables that have changed by as much as PostgreSQL's autovacuum would wait for are vacuumed
 * and analysed, one statement each, so that requests are served in between.
 * @returns what stops it
 */
export function vacuumRegularly(options: {
  sql: Sql
  log: Logger
  unbounded: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>
}): () => void {
  let running = false
  const timer = setInterval(async () => {
    if (running) return
    running = true
    try {
      for (const table of await findStaleTables(options.sql))
        await options.unbounded((sql) => vacuum(sql, table))
    } catch (error) {
      options.log.warn({ err: error }, 'The embedded database was not vacuumed')
    } finally {
      running = false
    }
  }, everyMinutes * 60_000).unref()
  return () => clearInterval(timer)
}

/** Autovacuum's own thresholds, in its default settings. */
export async function findStaleTables(sql: Sql): Promise<string[]> {
  // Without it PGlite keeps what it has counted to itself until it is closed.
  await sql`select pg_stat_force_next_flush()`
  const rows = await sql<{ name: string }[]>`
    select format('%I.%I', s.schemaname, s.relname) as name
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
      or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
      or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)`
  return rows.map((row) => row.name)
}

/** @param table quoted, as `findStaleTables` gives it */
export async function vacuum(sql: Sql, table: string): Promise<void> {
  await sql.unsafe(`vacuum (analyze) ${table}`)
}
