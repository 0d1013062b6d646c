import * as z from 'zod/mini'

export const FORMAT = 'bionic-backup'
export const FORMAT_VERSION = 1

export const MANIFEST_NAME = 'manifest.json'

/** In bytes: a manifest has a few hundred for each table. */
export const LARGEST_MANIFEST = 4 * 1024 * 1024

const name = z.string().check(z.minLength(1), z.maxLength(63))
const count = z.int().check(z.gte(0))

const tableSchema = z.object({
  name,
  columns: z.array(name).check(z.minLength(1), z.maxLength(1_600)),
  rows: count,
  /** Of the rows as COPY writes them. */
  bytes: count,
  /** Of the rows in the order of the primary key, so that equal hashes mean equal rows. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** Everything that was acknowledged before is in the archive. */
  madeAt: z.iso.datetime(),
  source: z.enum(['embedded', 'postgresql']),
  /** The last migration of the database: its time in the journal, and its name if this program knew it. */
  schema: z.object({ when: count, name: z.nullable(z.string().check(z.maxLength(200))) }),
  tables: z.array(tableSchema).check(z.maxLength(10_000)),
  sequences: z.array(z.object({ name, value: z.nullable(z.string().check(z.regex(/^-?\d{1,19}$/))) })),
})

export type Manifest = z.infer<typeof manifestSchema>
export type ArchivedTable = Manifest['tables'][number]

/** The name of a table's rows in the archive. */
export function entryOf(table: string): string {
  return `tables/${table}.copy`
}
