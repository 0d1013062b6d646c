import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

const sizeRow = z.object({ table: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() })
export type TableSize = z.infer<typeof sizeRow>

/** Rows as PostgreSQL estimates them, and bytes without indexes. */
export const listTableSizes = ({ db }: Pick<Database, 'db'>): Promise<TableSize[]> =>
  rows(
    db,
    sizeRow,
    sql`select c.relname as "table", greatest(reltuples, n_live_tup, 0)::text as rows, pg_table_size(c.oid)::text as bytes
      from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )

/** Seconds for a byte or a row of this database on its machine, as it is at this moment. */
export interface MeasuredRates {
  readByte: number
  writeByte: number
  sortRow: number
}

const PROBE_ROWS = 20_000

const probeRow = z.object({ bytes: z.coerce.number() })

/** Writes, reads and sorts a table of a few megabytes that is thrown away. It takes under a second. */
export function measureRates(database: Database): Promise<MeasuredRates> {
  return database.unbounded((db) =>
    db.transaction(async (transaction) => {
      const probe = sql`pg_temp.bionic_probe`
      const write = await timed(
        transaction,
        sql`
        create temporary table bionic_probe on commit drop as
        select md5(n::text)::uuid as id, repeat(md5(n::text), 12) as words
        from generate_series(1, ${sql.raw(`${PROBE_ROWS}`)}) n`,
      )
      const [size] = await rows(
        transaction,
        probeRow,
        sql`select pg_table_size('pg_temp.bionic_probe')::text as bytes`,
      )
      const read = await timed(transaction, sql`select count(*), sum(octet_length(words)) from ${probe}`)
      const sort = await timed(transaction, sql`create index on ${probe} (id)`)
      const bytes = size?.bytes ?? 1
      return { readByte: read / bytes, writeByte: write / bytes, sortRow: sort / PROBE_ROWS }
    }),
  )
}

async function timed(db: Db, statement: ReturnType<typeof sql>): Promise<number> {
  const began = performance.now()
  await db.execute(statement)
  return (performance.now() - began) / 1000
}
