import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import { safeMessage } from '../../base/describe-error.ts'
import { migrationsFolder } from '../../base/files.ts'
import { DatabaseError } from '../database-error.ts'
import type { Database } from './connect.ts'

/** Any number that nothing else in the same database locks. */
const lockKey = 7_210_451_639

/**
 * Brings the tables up to date. Of several servers that start at once on one database, one does it and the others
 * wait for it.
 * @throws {DatabaseError} when a migration fails; it is rolled back
 */
export async function migrate(database: Database): Promise<void> {
  try {
    await database.unbounded(async (sql) => {
      await sql`select pg_advisory_lock(${lockKey})`
      try {
        await applyMigrations(drizzle({ client: sql }), { migrationsFolder })
      } finally {
        await sql`select pg_advisory_unlock(${lockKey})`
      }
    })
  } catch (error) {
    throw new DatabaseError(`The database's tables can't be brought up to date (${reasonOf(error)}).`, {
      cause: error,
    })
  }
}

/** The server's own words, as far as they name no values; the query builder wraps them in the text of the statement. */
function reasonOf(error: unknown): string {
  return safeMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error)
}
