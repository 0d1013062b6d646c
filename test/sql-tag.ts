import { DrizzleQueryError, is, SQL, sql as template } from 'drizzle-orm'
import { ConnectionPool, databaseOn } from '../src/server/db/connect/connection-pool.ts'

interface Asks {
  execute(query: SQL): PromiseLike<{ rows: Record<string, unknown>[] }>
  transaction<Result>(work: (own: Asks) => Promise<Result>): Promise<Result>
}

/**
 * Asks what a test or a measurement wants to know or to have there, without parsing what is answered. A value that is a
 * list is one parameter; the rows are what the test says that they are.
 */
export interface SqlTag {
  // biome-ignore lint/suspicious/noExplicitAny: a test compares the row itself
  <Rows extends object[] = Record<string, any>[]>(
    parts: TemplateStringsArray,
    ...values: unknown[]
  ): Promise<Rows>
  /** A text, of one statement or of several. */
  // biome-ignore lint/suspicious/noExplicitAny: a test compares the row itself
  unsafe(text: string): Promise<Record<string, any>[]>
  begin<Result>(work: (own: SqlTag) => Promise<Result>): Promise<Result>
}

export function sqlTag(db: Asks): SqlTag {
  const ask = async (query: SQL) => {
    try {
      return (await db.execute(query)).rows
    } catch (error) {
      throw error instanceof DrizzleQueryError && error.cause ? error.cause : error
    }
  }
  const tag = (parts: TemplateStringsArray, ...values: unknown[]) =>
    ask(template(parts, ...values.map((value) => (is(value, SQL) ? value : template.param(value)))))
  return Object.assign(tag, {
    unsafe: (text: string) => ask(template.raw(text)),
    begin: <Result>(work: (own: SqlTag) => Promise<Result>) =>
      db.transaction((transaction) => work(sqlTag(transaction))),
  }) as SqlTag
}

/** Asks a PostgreSQL server by its address; a connection that is lost is made anew. */
export function connectSql(url: string, most = 1): { sql: SqlTag; end: () => Promise<void> } {
  const pool = new ConnectionPool({ connectionString: url }, { most })
  return { sql: sqlTag(databaseOn(pool)), end: () => pool.end() }
}
