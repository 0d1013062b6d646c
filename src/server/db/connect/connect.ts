import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import type { Logger } from '../../base/log.ts'
import type { DatabaseError } from '../database-error.ts'
import { openEmbedded } from '../embedded/open-embedded.ts'
import { openPostgresql } from './open-postgresql.ts'

/** What the named queries take: the database, or a transaction of it. */
export type Db = Pick<
  PostgresJsDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>

export interface Database {
  kind: 'embedded' | 'postgresql'
  db: PostgresJsDatabase
  /** The driver, for what the query builder can't say. */
  sql: Sql
  /**
   * Does long work, such as a migration, free of the limit on how long a statement may run. All that `work` asks of
   * its driver runs on one connection.
   */
  unbounded<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /**
   * Whether there is room to store something. The embedded database stops taking things in before its disk is full; of
   * a PostgreSQL that is not known before a statement fails for it.
   */
  hasRoom(): boolean
  /** Settles when the database has gone for good and only a new start of the server can help. Never rejects. */
  failed: Promise<DatabaseError>
  /** Lets running statements finish (five seconds at most), then lets go of the database. */
  close(): Promise<void>
}

/** How long one statement may run before it is ended, in milliseconds. */
const statementLimit = 10_000

/**
 * Opens the PostgreSQL at `databaseUrl`, or without it the embedded database under `dataDir`, which is made where
 * there is none. Both are spoken to by the same driver.
 * @throws {DatabaseError} when it can't be reached, or the folder can't be used or is used by another process
 */
export function connectDatabase(options: {
  databaseUrl?: string | undefined
  dataDir: string
  /** An empty data folder that a new one is copied from; without it, or where it is missing, PostgreSQL makes one. */
  preparedDataDir?: string
  log: Logger
  /** Bytes of the disk that the embedded database leaves free, and that it keeps for an emergency; see `guardDisk`. */
  minFree?: number
  /** Bytes that are left, for tests without a small disk: an own disk for the embedded database. */
  room?: BigInt64Array
  /** Milliseconds, for tests of the limit itself. */
  statementLimit?: number
}): Promise<Database> {
  const limits = { statementLimit, ...options }
  return options.databaseUrl === undefined
    ? openEmbedded(limits)
    : openPostgresql({ ...limits, databaseUrl: options.databaseUrl })
}
