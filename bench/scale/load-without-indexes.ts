import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { rows } from '../../src/server/db/rows.ts'

const indexRow = z.object({ name: z.string(), definition: z.string(), constraint: z.nullable(z.string()) })

export interface Load {
  rowsSeconds: number
  indexSeconds: number
}

/**
 * Fills a table by statements that each store a range of rows, two at a time, without its indexes and triggers, and makes
 * the indexes afterwards, as a restore does.
 * @param range stores the rows of some numbers, the first and the last included
 * @returns how many seconds the rows and the indexes took
 */
export async function loadWithoutIndexes(
  database: Database,
  { table, count, batch }: { table: string; count: number; batch: number },
  range: (from: number, to: number) => SQL,
): Promise<Load> {
  const indexes = await rows(
    database.db,
    indexRow,
    sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition, conname as constraint
    from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
    where indrelid = ${table}::regclass`,
  )
  for (const { name, constraint } of indexes)
    await database.db.execute(
      sql.raw(
        constraint ? `alter table ${table} drop constraint ${constraint} cascade` : `drop index ${name}`,
      ),
    )
  const began = performance.now()
  let next = 1
  const store = () =>
    database.unbounded(async (db) => {
      await db.execute(sql`set session_replication_role = replica`)
      while (next <= count) {
        const from = next
        next += batch
        await db.execute(range(from, Math.min(count, from + batch - 1)))
      }
    })
  await Promise.all([store(), store()])
  const stored = performance.now()
  const definitions = indexes.map(({ definition }) => definition)
  const build = () =>
    database.unbounded(async (db) => {
      await db.execute(sql`set maintenance_work_mem = '512MB'`)
      for (let one = definitions.shift(); one; one = definitions.shift()) await db.execute(sql.raw(one))
    })
  await Promise.all([build(), build()])
  await database.unbounded((db) => db.execute(sql.raw(`vacuum (analyze) ${table}`)))
  return { rowsSeconds: (stored - began) / 1000, indexSeconds: (performance.now() - stored) / 1000 }
}
