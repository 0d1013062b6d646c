import { sql } from 'drizzle-orm'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { safeMessage } from '../../base/describe-error.ts'
import { migrationsFolder } from '../../base/files.ts'
import type { Database } from './connect.ts'
import { DatabaseError } from './database-error.ts'
import { readMigrations, readSchemaState, refuseNewer } from './migrations.ts'

/** The key of the advisory lock. It is arbitrary, but nothing else in the same database may use it. */
const lockKey = 7_210_451_639

/**
 * Of several servers, one migrates and the rest wait.
 * @throws {DatabaseError} if a migration fails and is undone, or if the database is of a newer version
 */
export async function migrate(database: Database, folder = migrationsFolder): Promise<void> {
  try {
    await database.unbounded(async (db) => {
      await db.execute(sql`select pg_advisory_lock(${lockKey})`)
      try {
        const known = readMigrations(folder)
        refuseNewer(await readSchemaState(db, known), known)
        await applyMigrations(db, { migrationsFolder: folder })
      } finally {
        await db.execute(sql`select pg_advisory_unlock(${lockKey})`)
      }
    })
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`The database's tables can't be brought up to date (${reasonOf(error)}).`, {
      cause: error,
    })
  }
}

/** Without values: the query builder wraps the original error in one that contains the statement. */
function reasonOf(error: unknown): string {
  return safeMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error)
}
