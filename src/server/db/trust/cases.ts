import { sql } from 'drizzle-orm'
import type { CaseSource } from '../../../shared/trust/desk.ts'
import type { Seen, Subject } from '../../../shared/trust/reports.ts'
import type { Db } from '../connect/connect.ts'
import { deskCases } from '../schema/moderation.ts'

export interface NewCase extends Subject {
  source: CaseSource
  /** Added to that of the case: it comes earlier in the queue. */
  weight: number
  /** The wallet whose it is; empty for nobody's. */
  maker: string
  seen: Seen
  /** What is like it, where it came for that. */
  beside?: string | undefined
  at: Date
}

/**
 * Brings a thing to the desk: its own case, which opens again if it was closed, or what is added to that.
 * @param id of the case if it is new
 * @returns the id of its case
 */
export async function openCase(transaction: Db, id: string, of: NewCase): Promise<string> {
  const { kind, subject, source, weight, maker, seen, beside, at } = of
  const reports = source === 'report' ? 1 : 0
  const now = { maker, seen, lastAt: at, ...(beside !== undefined && { beside }) }
  // Asked of the row as it is once it is locked: an operator may be closing the case at this moment.
  const isClosed = sql`${deskCases.state} = 'closed'`
  const [stored] = await transaction
    .insert(deskCases)
    .values({
      ...{ id, kind, subject, weight, reports, ...now },
      sources: [source],
      state: 'open',
      firstAt: at,
    })
    .onConflictDoUpdate({
      target: [deskCases.kind, deskCases.subject],
      set: {
        ...now,
        state: sql`case when ${isClosed} then 'open' else ${deskCases.state} end`,
        // What was weighed before a decision has led to that one, and not to the next.
        weight: sql`case when ${isClosed} then 0 else ${deskCases.weight} end + ${weight}::float8`,
        reports: sql`${deskCases.reports} + ${reports}::int`,
        sources: sql`array(select distinct unnest(${deskCases.sources} || ${source}::text))`,
      },
    })
    .returning({ id: deskCases.id })
  if (!stored) throw new Error('a case was neither inserted nor changed')
  return stored.id
}
