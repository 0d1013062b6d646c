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
