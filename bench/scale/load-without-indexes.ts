import { totalmem } from 'node:os'
import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { rows } from '../../src/server/db/rows.ts'

const definitionRow = z.object({ name: z.string(), table: z.string(), definition: z.string() })

/** For each of two indexes at a time: of a small machine's memory 512 MB, of a large one's 2 GB. */
const INDEX_MEGABYTES = Math.min(Math.max(Math.floor(totalmem() / 2 ** 20 / 10), 512), 2_000)

export interface Load {
  rowsSeconds: number
  indexSeconds: number
}

/**
 * Fills a table by statements that each store a range of rows, two at a time, without its indexes, constraints and
 * triggers, and makes all of them afterwards, as a restore does.
 * @param range stores the rows of some numbers, the first and the last included
 * @returns how many seconds the rows and the indexes took
 */
export async function loadWithoutIndexes(
  database: Database,
  { table, count, batch }: { table: string; count: number; batch: number },
  range: (from: number, to: number) => SQL,
): Promise<Load> {
  const indexes = await setAsideIndexes(database, table)
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
  const build = () =>
    database.unbounded(async (db) => {
      await db.execute(sql.raw(`set maintenance_work_mem = '${INDEX_MEGABYTES}MB'`))
      for (let one = indexes.own.shift(); one; one = indexes.own.shift()) await db.execute(sql.raw(one))
    })
  await Promise.all([build(), build()])
  await database.unbounded(async (db) => {
    // The embedded database has one session, which others go on with.
    for (const name of ['session_replication_role', 'maintenance_work_mem'])
      await db.execute(sql.raw(`reset ${name}`))
    for (const one of indexes.last) await db.execute(sql.raw(one))
    await db.execute(sql.raw(`vacuum (analyze) ${table}`))
  })
  return { rowsSeconds: (stored - began) / 1000, indexSeconds: (performance.now() - stored) / 1000 }
}

/**
 * @returns the statements that make again what was dropped: the table's own, and last, when these are there, other tables'
 *   references to it and how much of what an index computes is looked at for plans
 */
async function setAsideIndexes({ db }: Database, table: string) {
  const constraints = await rows(
    db,
    definitionRow,
    sql`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = ${table}::regclass and contype in ('p', 'u')`,
  )
  const references = await rows(
    db,
    definitionRow,
    sql`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where confrelid = ${table}::regclass and contype = 'f'`,
  )
  const indexes = await rows(
    db,
    definitionRow,
    sql`
    select indexrelid::regclass::text as name, indrelid::regclass::text as table, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
  )
  const statistics = await rows(
    db,
    definitionRow,
    sql`
    select c.relname as name, c.relname as table,
      format('alter index %I alter column %s set statistics %s', c.relname, attnum, attstattarget) as definition
    from pg_index join pg_class c on c.oid = indexrelid join pg_attribute on attrelid = indexrelid
    where indrelid = ${table}::regclass and attstattarget >= 0`,
  )
  for (const { name, table: of } of [...references, ...constraints])
    await db.execute(sql.raw(`alter table ${of} drop constraint ${name}`))
  for (const { name } of indexes) await db.execute(sql.raw(`drop index ${name}`))
  const added = ({ name, table: to, definition }: z.infer<typeof definitionRow>) =>
    `alter table ${to} add constraint ${name} ${definition}`
  return {
    own: [...indexes.map(({ definition }) => definition), ...constraints.map(added)],
    last: [...references.map(added), ...statistics.map(({ definition }) => definition)],
  }
}
