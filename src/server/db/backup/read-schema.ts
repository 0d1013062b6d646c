import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import * as z from 'zod/mini'
import { migrationsFolder } from '../../base/files.ts'
import type { Manifest } from './manifest.ts'
import { quoteName, type RowsSource } from './rows-source.ts'

type Asked = Pick<RowsSource, 'query'>

export interface TableToCopy {
  name: string
  /** Without generated ones. */
  columns: string[]
  /** An `order by` by which equal tables are read in the same order, whatever the collation of the database is. */
  order: string
}

const tableRow = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.object({ name: z.string(), isText: z.boolean() })),
})

/** All tables of the product, partitions in the tables that they are parts of. */
export async function findTables(source: Asked): Promise<TableToCopy[]> {
  // The order of C needs no `collate` where the database has it, and the index of the key can then be used.
  const [collation] = await source.query(
    `select datcollate in ('C', 'POSIX') as bytewise from pg_database where datname = current_database()`,
  )
  const suffix = collation?.bytewise === true ? '' : ' collate "C"'
  const found = await source.query(`
    select c.relname as name,
      (select jsonb_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'isText', a.attcollation <> 0) order by k.place)
        from unnest(i.indkey::int2[]) with ordinality k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as key
    from pg_class c left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname collate "C"`)
  return found.map((row) => {
    const { name, columns, key } = tableRow.parse({ ...row, key: row.key ?? [] })
    const order = key.map((column) => quoteName(column.name) + (column.isText ? suffix : ''))
    const byAll = columns.map((column) => `${quoteName(column)}::text collate "C"`)
    return { name, columns, order: (order.length > 0 ? order : byAll).join(', ') }
  })
}

export function copyStatement({ name, columns, order }: TableToCopy): string {
  const list = columns.map(quoteName).join(', ')
  return `copy (select ${list} from public.${quoteName(name)} order by ${order}) to stdout`
}

/** The value of a sequence is null as long as it was not used. */
export async function findSequences(source: Asked): Promise<Manifest['sequences']> {
  const row = z.object({ name: z.string(), value: z.nullable(z.string()) })
  const found = await source.query(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' order by sequencename collate "C"`)
  return found.map((sequence) => row.parse(sequence))
}

export interface Migration {
  name: string
  /** Its time in the journal, in milliseconds; migrations are applied in this order. */
  when: number
  hash: string
  statements: readonly string[]
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.int(), tag: z.string() })) })

/** All that this program brings, in their order. */
export function knownMigrations(): Migration[] {
  const journal = journalSchema.parse(
    JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')),
  )
  const files = readMigrationFiles({ migrationsFolder })
  return journal.entries.map(({ when, tag }, at) => {
    const { hash = '', sql = [] } = files[at] ?? {}
    return { name: tag, when, hash, statements: sql }
  })
}

/** The time of the last applied migration; 0 if none was. */
export async function findSchemaTime(source: Asked): Promise<number> {
  const [place] = await source.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`,
  )
  if (place?.migrated !== true) return 0
  const [last] = await source.query(
    'select coalesce(max(created_at), 0)::text as applied from drizzle.__drizzle_migrations',
  )
  return Number(last?.applied)
}
