import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

const countRow = z.object({ count: z.coerce.number() })

const planRow = z.object({ 'QUERY PLAN': z.string() })
const shapeRow = z.object({ where: z.nullable(z.string()), first: z.string() })

/** Whether an index leads to all rows of its table that it is for. True as well where the planner can't be brought to use this index alone. */
export async function leadsToAll(db: Db, { name, table }: { name: string; table: string }): Promise<boolean> {
  const [shape] = await rows(
    db,
    shapeRow,
    sql`select pg_get_expr(indpred, indrelid) as "where", pg_get_indexdef(indexrelid, 1, true) as first
      from pg_index where indexrelid = ${name}::regclass`,
  )
  if (!shape) return true
  const counted = sql.raw(
    `from (select from ${table} where ${shape.where ?? 'true'} order by ${shape.first}) as all_rows`,
  )
  const byIndex = async (step: Db) => {
    await step.execute(sql`set local enable_seqscan = off`)
    await step.execute(sql`set local enable_bitmapscan = off`)
    await step.execute(sql`set local enable_sort = off`)
    const plan = await rows(step, planRow, sql`explain select count(*) ${counted}`)
    const bare = name.replaceAll('"', '').split('.').at(-1) ?? name
    if (!plan.some((line) => new RegExp(`using "?${bare}"? on`).test(line['QUERY PLAN']))) return null
    const [found] = await rows(step, countRow, sql`select count(*)::text as count ${counted}`)
    return found?.count ?? null
  }
  const there = await db.transaction(async (step) => {
    await step.execute(sql`set local enable_indexscan = off`)
    await step.execute(sql`set local enable_indexonlyscan = off`)
    await step.execute(sql`set local enable_bitmapscan = off`)
    const [found] = await rows(step, countRow, sql`select count(*)::text as count ${counted}`)
    return found?.count ?? 0
  })
  const led = await db.transaction(byIndex).catch(() => -1)
  return led === null || led === there
}
