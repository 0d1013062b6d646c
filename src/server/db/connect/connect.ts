import type { Logger } from '../../base/log.ts'
import type { DatabaseError } from '../database-error.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import type { PooledDatabase } from './connection-pool.ts'
import { openPostgresql } from './open-postgresql.ts'

/** What the query functions accept: the database, or a transaction of it. */
export type Db = Pick<
  PooledDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '_'
>

export interface Database {
  kind: 'embedded' | 'postgresql'
  db: PooledDatabase
  /**
   * Runs long work, such as a migration, without the statement timeout. All statements that `work` sends to the
   * database it is given run on one connection.
   */
  unbounded<Result>(work: (db: PooledDatabase) => Promise<Result>): Promise<Result>
  /**
   * Whether there is disk space to store something. The embedded database refuses writes before its disk is full; for a
   * PostgreSQL server this is unknown until a statement fails.
   */
  hasRoom(): boolean
  /** Resolves when the database is unusable and the server must be restarted. Never rejects. */
  failed: Promise<DatabaseError>
  /** Waits for running statements (five seconds at most), then closes the database. */
  close(): Promise<void>
}

/** The statement timeout, in milliseconds. */
const statementLimit = 10_000

/**
 * Opens the PostgreSQL at `databaseUrl`, or without it the embedded database under `dataDir`, which is created if it is
 * missing. Both use the same driver.
 * @throws {DatabaseError} if it can't be reached, or the folder can't be used or is used by another process
 */
export function connectDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  /**
   * An empty data folder that a new one is copied from. Without it, or if it is missing, PostgreSQL initializes the new
   * one.
   */
  preparedDataDir?: string
  log: Logger
  /** How many bytes of the disk the embedded database leaves free; see `guardDisk`. */
  minFree?: number
  /** The bytes left on a simulated disk for the embedded database, so that tests need no small disk. */
  room?: BigInt64Array
  /** In milliseconds, for tests of the timeout. */
  statementLimit?: number
}): Promise<Database> {
  const limits = { statementLimit, ...options }
  return options.databaseUrl === undefined
    ? openEmbedded(limits)
    : openPostgresql({ ...limits, databaseUrl: options.databaseUrl })
}
