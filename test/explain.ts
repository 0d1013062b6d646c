import { type Logger, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Db } from '../src/server/db/connect/connect.ts'
import { databaseOn } from '../src/server/db/connect/connection-pool.ts'
import { rows } from '../src/server/db/rows.ts'

/** A line of a plan, or all of it, as PostgreSQL calls its column. */
interface PlanRow {
  // biome-ignore lint/suspicious/noExplicitAny: a text, or what `format json` gives
  'QUERY PLAN': any
}

/** A node of a plan that `explain (analyze, format json)` gives. */
export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
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

/** PostgreSQL plans a prepared statement anew five times before it compares the plans with one for any values. */
export const PLANNED_ANEW = 5

/**
 * How often a prepared statement was run by a plan that is kept, and how often by a new one.
 * @param db a transaction, so that it is one connection that is asked
 */
export async function plansOf(db: Pick<Db, 'execute'>, name: string) {
  const [found] = await rows(
    db,
    z.object({ kept: z.number(), anew: z.number() }),
    sql`
    select generic_plans::int as kept, custom_plans::int as anew from pg_prepared_statements where name = ${name}`,
  )
  return found ?? { kept: 0, anew: 0 }
}
