import type { PooledDatabase } from './connection-pool.ts'
import type { DatabaseError } from './database-error.ts'

/** What the query functions accept: the database, or a transaction of it. */
export type Db = Pick<
  PooledDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '_'
>

export interface Database {
  kind: 'embedded' | 'postgresql'
  db: PooledDatabase
  /** Runs long work, such as a migration, on one connection without the statement timeout. */
  unbounded<Result>(work: (db: PooledDatabase) => Promise<Result>): Promise<Result>
  /** The embedded database refuses writes before its disk is full; for a PostgreSQL server it is unknown, so true. */
  hasRoom(): boolean
  /** Resolves when the database is unusable and the server must be restarted. Never rejects. */
  failed: Promise<DatabaseError>
  /** Waits for running statements (five seconds at most), then closes the database. */
  close(): Promise<void>
}
