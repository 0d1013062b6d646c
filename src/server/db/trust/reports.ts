import { and, count, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { OwnReport, ReportedKind, Seen, Subject } from '../../../shared/trust/reports.ts'
import type { Db } from '../connect/connect.ts'
import { after, cutPage, newestFirst, type PageRequest } from '../page.ts'
import { personWeight, type WholeWeight } from '../rank/person-weight.ts'
import { personOf } from '../rank/rank-person.ts'
import { rows } from '../rows.ts'
import { deskCases, reports } from '../schema/moderation.ts'

type ReportRow = typeof reports.$inferSelect

export interface StoredReport extends Subject {
  reporter: string | null
  report: OwnReport
}

const columns = {
  id: reports.id,
  reporter: reports.reporter,
  reason: reports.reason,
  words: reports.words,
  seen: reports.seen,
  createdAt: reports.createdAt,
  outcome: reports.outcome,
  decidedAt: reports.decidedAt,
  kind: deskCases.kind,
  subject: deskCases.subject,
}

type Row = Omit<ReportRow, 'caseId' | 'weight'> & { kind: ReportedKind; seen: Seen }

const present = ({ id, kind, seen, reason, words, createdAt, outcome, decidedAt }: Row): OwnReport => ({
  ...{ id, kind, title: seen.title, href: seen.href, reason, words, outcome },
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
})

const joined = (db: Db) =>
  db.select(columns).from(reports).innerJoin(deskCases, eq(deskCases.id, reports.caseId))

function presentStored([row]: (Row & Subject)[]): StoredReport | null {
  return row ? { kind: row.kind, subject: row.subject, reporter: row.reporter, report: present(row) } : null
}

/** Whoever it is of. */
export async function findReport(db: Db, id: string): Promise<StoredReport | null> {
  return presentStored(await joined(db).where(eq(reports.id, id)))
}

/** What the wallet reported of this thing that nobody has decided yet. */
export async function findOpenReport(db: Db, reporter: string, of: Subject): Promise<StoredReport | null> {
  return presentStored(
    await joined(db).where(
      and(
        eq(deskCases.kind, of.kind),
        eq(deskCases.subject, of.subject),
        eq(reports.reporter, reporter),
        eq(reports.outcome, 'open'),
      ),
    ),
  )
}

/** False if its id is taken. */
export async function insertReport(
  db: Db,
  report: Omit<ReportRow, 'outcome' | 'decidedAt'>,
): Promise<boolean> {
  const stored = await db
    .insert(reports)
    .values({ ...report, outcome: 'open' })
    .onConflictDoNothing({ target: reports.id })
    .returning({ id: reports.id })
  return stored.length > 0
}

export async function countOpenReports(db: Db, reporter: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(reports)
    .where(and(eq(reports.reporter, reporter), eq(reports.outcome, 'open')))
  return row?.count ?? 0
}

const reporterRow = z.object({ use: z.number(), acted: z.number(), nothing: z.number() })

/** What the weight of a wallet's reports follows from. @param most how many of its newest reports are looked at */
export async function readReporter(
  db: Db,
  wallet: string,
  { whole, now, most }: { whole: WholeWeight; now: Date; most: number },
): Promise<z.infer<typeof reporterRow>> {
  const [reporter] = await rows(
    db,
    reporterRow,
    sql`
    with latest as (
      select outcome from ${reports} where reporter = ${wallet} order by created_at desc, id desc limit ${most}::int
    )
    select
      coalesce((select ${personWeight(whole, now)} from rank_people known where person = ${personOf(wallet)}), 0)::float8
        as use,
      (select count(*)::int from latest where outcome = 'acted') as acted,
      -- What was put back should not have been acted on.
      (select count(*)::int from latest where outcome in ('nothing', 'put_back')) as nothing`,
  )
  return reporter ?? { use: 0, acted: 0, nothing: 0 }
}

/** Newest first. */
export async function listOwnReports(
  db: Db,
  { reporter, after: place, limit }: PageRequest & { reporter: string },
): Promise<{ reports: OwnReport[]; nextCursor: string | null }> {
  const found = await joined(db)
    .where(and(eq(reports.reporter, reporter), after(reports, place)))
    .orderBy(...newestFirst(reports))
    .limit(limit + 1)
  const { page, nextCursor } = cutPage('own-reports', found, limit)
  return { reports: page.map(present), nextCursor }
}
