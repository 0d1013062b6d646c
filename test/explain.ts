import type { Logger } from 'drizzle-orm'
import type { Database, Db } from '../src/server/db/connect/connect.ts'
import { databaseOn } from '../src/server/db/connect/connection-pool.ts'

/** A line of a plan, or all of it, as PostgreSQL calls its column. */
interface PlanRow {
  // biome-ignore lint/suspicious/noExplicitAny: a text, or what `format json` gives
  'QUERY PLAN': any
}

/**
 * What `work` gives, and of each statement that it asks the rows of its plan.
 * @param how what stands before the statement
 */
export async function explain<Result>(
  { db }: Pick<Database, 'db'>,
  work: (db: Db) => Promise<Result>,
  how = 'explain',
): Promise<{ result: Result; plans: PlanRow[][] }> {
  const asked: { text: string; values: unknown[] }[] = []
  const logger: Logger = { logQuery: (text, values) => void asked.push({ text, values }) }
  const result = await work(databaseOn(db.$client, logger))
  const plans: PlanRow[][] = []
  for (const { text, values } of asked) plans.push((await db.$client.query(`${how} ${text}`, values)).rows)
  return { result, plans }
}
