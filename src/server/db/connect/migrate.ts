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
    const apply = () =>
      database.unbounded(async (db) => {
        const known = readMigrations(folder)
        refuseNewer(await readSchemaState(db, known), known)
        await applyMigrations(db, { migrationsFolder: folder })
      })
    // The embedded database has a single session, in which a second transaction would wait for the first.
    await (database.kind === 'embedded' ? lockedBySession(database, apply) : locked(database, apply))
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    throw new DatabaseError(`The database's tables can't be brought up to date (${reasonOf(error)}).`, {
      cause: error,
    })
  }
}

async function lockedBySession({ db }: Database, work: () => Promise<void>): Promise<void> {
  await db.execute(sql`select pg_advisory_lock(${lockKey})`)
  try {
    await work()
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${lockKey})`)
  }
}

/** A lock of a transaction, as through PgBouncer the next statement can be another session's. */
async function locked(database: Database, work: () => Promise<void>): Promise<void> {
  await database.unbounded((db) =>
    db.transaction(async (transaction) => {
      await transaction.execute(sql`set local idle_in_transaction_session_timeout = 0`)
      await transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
      await work()
    }),
  )
}

/** Without values: the query builder wraps the original error in one that contains the statement. */
function reasonOf(error: unknown): string {
  return safeMessage(error instanceof Error && error.cause instanceof Error ? error.cause : error)
}
