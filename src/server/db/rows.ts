import { DrizzleQueryError, type Placeholder, type Query, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import type { Db } from './connect/connect.ts'

type RowSchema = z.ZodMiniType

export const idRow = z.object({ id: z.string() })

/** Runs what the query builder can't express. @throws the database's error, or a `ZodError` for another kind of row */
export async function rows<Schema extends RowSchema>(
  db: Pick<Db, 'execute'>,
  schema: Schema,
  statement: SQL,
): Promise<z.output<Schema>[]> {
  const result = await unwrapped(db.execute(statement))
  return result.rows.map((row) => schema.parse(row))
}

/** How many rows a statement changed or returned. */
export async function countRows(db: Pick<Db, 'execute'>, statement: SQL): Promise<number> {
  return (await unwrapped(db.execute(statement))).rowCount ?? 0
}

const dialect = new PgDialect()

/**
 * Prepares a statement that is used often, under a unique name; it costs about 20 KB of memory per connection. After
 * five executions PostgreSQL keeps its plan if one for any values is estimated to be as good, so rows should be found
 * by key; a statement with a search term stays unnamed and is planned each time.
 */
export function prepared<Schema extends RowSchema, Name extends string>(
  name: string,
  schema: Schema,
  values: readonly Name[],
  text: (placeholders: Record<Name, Placeholder>) => SQL,
): (db: Pick<Db, '_'>, values: Record<Name, unknown>) => Promise<z.output<Schema>[]> {
  const list = z.array(schema)
  let query: Query | undefined
  return async (db, given) => {
    query ??= dialect.sqlToQuery(text(placeholdersFor(values)))
    const statement = db._.session.prepareQuery(query, undefined, name, false)
    const result = await unwrapped(statement.execute(given))
    return list.parse((result as { rows: unknown }).rows)
  }
}

function placeholdersFor<Name extends string>(names: readonly Name[]): Record<Name, Placeholder> {
  const placeholders: Partial<Record<Name, Placeholder>> = {}
  for (const name of names) placeholders[name] = sql.placeholder(name)
  return placeholders as Record<Name, Placeholder>
}

/** Rethrows the database's own error: the query builder wraps it in one that contains all values of the statement. */
async function unwrapped<Result>(result: PromiseLike<Result>): Promise<Result> {
  try {
    return await result
  } catch (error) {
    throw error instanceof DrizzleQueryError && error.cause ? error.cause : error
  }
}

/** Whether the database does not take a value (SQLSTATE class 22), however often it is asked. */
export function isDataException(error: unknown): boolean {
  const refusal = (error instanceof DrizzleQueryError && error.cause) || error
  return String((refusal as { code?: unknown } | null)?.code).startsWith('22')
}
