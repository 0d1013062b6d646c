import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CaseSource } from '../../../shared/trust/desk.ts'
import type { ReportedKind, Seen } from '../../../shared/trust/reports.ts'
import type { Db } from '../../db/connect/connect.ts'
import { deskCases } from '../../db/schema/moderation.ts'

/** Things that wait at the desk. */
export class Cases {
  /** Adds to the case of a thing, or begins one; a closed one opens again. @returns the case's id */
  async open(
    db: Db,
    of: {
      kind: ReportedKind
      subject: string
      source: CaseSource
      weight: number
      maker: string
      seen: Seen
      beside?: string
      at: Date
    },
  ): Promise<string> {
    const { kind, subject, source, weight, maker, seen, beside = null, at } = of
    const [row] = await db
      .insert(deskCases)
      .values({
        ...{ id: randomUUID(), kind, subject, maker, seen, beside, weight, state: 'open' },
        ...{ sources: [source], reports: source === 'report' ? 1 : 0, firstAt: at, lastAt: at },
      })
      .onConflictDoUpdate({
        target: [deskCases.kind, deskCases.subject],
        set: {
          sources: sql`(select array_agg(distinct source) from unnest(${deskCases.sources} || excluded.sources) source)`,
          weight: sql`${deskCases.weight} + excluded.weight`,
          reports: sql`${deskCases.reports} + excluded.reports`,
          state: sql`case when ${deskCases.state} = 'objected' then 'objected' else 'open' end`,
          seen,
          lastAt: at,
        },
      })
      .returning({ id: deskCases.id })
    if (!row) throw new Error('a case was not stored')
    return row.id
  }
}
