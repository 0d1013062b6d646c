import { gte, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { deskActions, grounds, type TrustFigures } from '../../../shared/trust/desk.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { deskLog, reports } from '../schema/moderation.ts'

const actionRow = z.object({
  month: z.string(),
  action: z.enum(deskActions),
  ground: z.nullable(z.enum(grounds)),
  count: z.number(),
})
const reportRow = z.object({ month: z.string(), reports: z.number() })

const monthOf = (column: typeof deskLog.at | typeof reports.createdAt) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM')`

/** What was reported and done since a time, by month, newest first. */
export async function readFigures(db: Db, since: Date): Promise<TrustFigures['months']> {
  const [actions, reported] = await Promise.all([
    rows(
      db,
      actionRow,
      sql`select ${monthOf(deskLog.at)} as month, action, ground, count(*)::int as count from ${deskLog}
        where ${gte(deskLog.at, since)} group by 1, 2, 3 order by 1, 2, 3`,
    ),
    rows(
      db,
      reportRow,
      sql`select ${monthOf(reports.createdAt)} as month, count(*)::int as reports from ${reports}
        where ${gte(reports.createdAt, since)} group by 1`,
    ),
  ])
  const months = new Map<string, TrustFigures['months'][number]>()
  const monthNamed = (month: string) => {
    const known = months.get(month) ?? { month, reports: 0, actions: [] }
    months.set(month, known)
    return known
  }
  for (const { month, reports } of reported) monthNamed(month).reports = reports
  for (const { month, ...of } of actions) monthNamed(month).actions.push(of)
  return [...months.values()].sort((one, other) => (one.month < other.month ? 1 : -1))
}
