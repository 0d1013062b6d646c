import { setTimeout as wait } from 'node:timers/promises'
import type { SqlTag } from '../../test/sql-tag.ts'

const LOOK_MS = 25

/**
 * The number of statements that the connections of a database began during a time, from PostgreSQL's own list;
 * statements that follow one another on a connection within 25 ms count as one.
 * @param sql a connection to another database of the same server
 */
export async function countStatements(sql: SqlTag, database: string, milliseconds: number): Promise<number> {
  const began = performance.now()
  const [start] = await sql<{ now: string }[]>`select clock_timestamp()::text as now`
  const seen = new Set<string>()
  while (performance.now() - began < milliseconds) {
    const rows = await sql<{ statement: string }[]>`
      select pid || ' ' || query_start as statement from pg_stat_activity
      where datname = ${database} and backend_type = 'client backend' and query_start > ${start?.now ?? ''}::timestamptz`
    for (const { statement } of rows) seen.add(statement)
    await wait(LOOK_MS)
  }
  return seen.size
}
