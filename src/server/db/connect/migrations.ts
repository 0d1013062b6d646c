import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import * as z from 'zod/mini'
import { migrationsFolder } from '../../base/files.ts'
import type { Db } from './connect.ts'
import { DatabaseError } from './database-error.ts'

export interface Migration {
  /** Such as `0027_memory`. */
  name: string
  /** When it was made, in milliseconds since 1970, by which the database tells it from others. */
  madeAt: number
  statements: readonly string[]
}

interface SchemaState {
  /** In the order in which they are applied. */
  applied: readonly Migration[]
  pending: readonly Migration[]
  /** When those were made that the database has and this program does not. */
  unknown: readonly number[]
}

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.int() })) })

/** The migrations that this version of the program brings, in their order. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const { entries } = journalSchema.parse(
    JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')),
  )
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql: statements, folderMillis }, index) => ({
    name: entries[index]?.tag ?? String(folderMillis),
    madeAt: folderMillis,
    statements,
  }))
}

const appliedRow = z.object({ madeAt: z.coerce.number() })

/**
 * Compares the database with what this version brings. A migration is known by the time when it was made: its text may
 * have been written otherwise since, with the same outcome.
 */
export async function readSchemaState(
  db: Pick<Db, 'execute'>,
  known = readMigrations(),
): Promise<SchemaState> {
  const times = new Set(await readApplied(db))
  const ofProgram = new Set(known.map(({ madeAt }) => madeAt))
  // What comes after the newest one in the database is applied, as the migrator does it.
  const newest = Math.max(...times, 0)
  return {
    applied: known.filter(({ madeAt }) => madeAt <= newest),
    pending: known.filter(({ madeAt }) => madeAt > newest),
    unknown: [...times].filter((time) => !ofProgram.has(time)).sort((one, other) => one - other),
  }
}

const thereRow = z.object({ there: z.boolean() })

async function readApplied(db: Pick<Db, 'execute'>): Promise<number[]> {
  const table = await db.execute(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`)
  if (!thereRow.parse(table.rows[0]).there) return []
  const found = await db.execute(sql`select created_at::text as "madeAt" from drizzle.__drizzle_migrations`)
  return found.rows.map((row) => appliedRow.parse(row).madeAt)
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** @throws {DatabaseError} if a newer version has changed the tables: this one would read and write them wrongly */
export function refuseNewer({ unknown }: SchemaState, known = readMigrations()): void {
  const newest = unknown.at(-1)
  if (newest === undefined) return
  const own = known.at(-1)
  throw new DatabaseError(
    `The database was changed by a version of Bionic of ${dayOf(newest)} or later, and this one knows it only up to ` +
      `${own ? `${own.name} of ${dayOf(own.madeAt)}` : 'nothing'}: start the newer version again, or restore the backup that was made before the upgrade.`,
  )
}
