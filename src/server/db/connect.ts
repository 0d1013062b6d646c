import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import type * as schema from './schema.ts'

/** What the named queries take: the database, or a transaction of it. */
export type Db = Pick<
  PostgresJsDatabase<typeof schema>,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>

export interface Database {
  kind: 'embedded' | 'postgresql'
  db: PostgresJsDatabase<typeof schema>
  /** The driver, for what the query builder can't say. */
  sql: Sql
  close(): Promise<void>
}
