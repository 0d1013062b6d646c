import type { PooledDatabase } from './connection-pool.ts'
import type { DatabaseError } from './database-error.ts'

/** What the query functions accept: the database, or a transaction of it. */
export type Db = Pick<
  PooledDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '_'
>

/** A copy of an embedded database, which whoever asked for it opens and removes. */
export interface FolderCopy {
  /** The copied data folder, with the database under `db`. */
  folder: string
  /** Everything that was acknowledged before is in the copy. */
  at: Date
  remove(): Promise<void>
}

export interface Database {
  kind: 'embedded' | 'postgresql'
  db: PooledDatabase
  /** Runs long work, such as a migration, on one connection without the statement timeout. */
  unbounded<Result>(work: (db: PooledDatabase) => Promise<Result>): Promise<Result>
  /** Of the embedded database alone, while it is used. @throws {DatabaseError} without room for it on the disk */
  copyFiles?(): Promise<FolderCopy>
  /** The embedded database refuses writes before its disk is full; for a PostgreSQL server it is unknown, so true. */
  hasRoom(): boolean
  /** Resolves when the database is unusable and the server must be restarted. Never rejects. */
  failed: Promise<DatabaseError>
  /** Waits for running statements (five seconds at most), then closes the database. */
  close(): Promise<void>
}
