import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ModerationState } from '../../../shared/trust/moderation.ts'
import type { ReportOutcome, ReportReason, Seen, Subject } from '../../../shared/trust/reports.ts'
import type { Db } from '../connect/connect.ts'
import type { Place } from '../cursor.ts'
import { deskCases, reports } from '../schema/moderation.ts'

export type StoredCase = typeof deskCases.$inferSelect
export type CaseState = StoredCase['state']

/** Without a state what waits, the heaviest first; closed ones, last decided first. */
export async function listCases(
  db: Db,
  { state, after, limit }: { state: CaseState | undefined; after: Place | undefined; limit: number },
): Promise<StoredCase[]> {
  if (state === 'closed') {
    const later =
      after &&
      sql`(${deskCases.decidedAt}, ${deskCases.id})
      < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
    return db
      .select()
      .from(deskCases)
      .where(and(eq(deskCases.state, 'closed'), later))
      .orderBy(desc(deskCases.decidedAt), desc(deskCases.id))
      .limit(limit)
  }
  const lighter =
    after && sql`(${deskCases.weight}, ${deskCases.id}) < (${after.rank ?? 0}::float8, ${after.id}::uuid)`
  return db
    .select()
    .from(deskCases)
    .where(and(isWaiting, state && eq(deskCases.state, state), lighter))
    .orderBy(desc(deskCases.weight), desc(deskCases.id))
    .limit(limit)
}

// As the index of the queue says it.
const isWaiting: SQL = sql`${deskCases.state} <> 'closed'`

export async function countWaiting(db: Db): Promise<number> {
  const [row] = await db.select({ waiting: count() }).from(deskCases).where(isWaiting)
  return row?.waiting ?? 0
}

export async function findCase(db: Db, id: string): Promise<StoredCase | null> {
  const [row] = await db.select().from(deskCases).where(eq(deskCases.id, id))
  return row ?? null
}

export async function findCaseOf(db: Db, { kind, subject }: Subject): Promise<StoredCase | null> {
  const [row] = await db
    .select()
    .from(deskCases)
    .where(and(eq(deskCases.kind, kind), eq(deskCases.subject, subject)))
  return row ?? null
}

/** Null if there is none. Until the transaction ends nobody else decides about it or adds to it. */
export async function lockCase(transaction: Db, id: string): Promise<StoredCase | null> {
  const [row] = await transaction.select().from(deskCases).where(eq(deskCases.id, id)).for('update')
  return row ?? null
}

/** As `lockCase`: the thing's case, closed if it is new. A report may be making it at this moment. */
export async function lockCaseOf(
  transaction: Db,
  of: { id: string; subject: Subject; maker: string; seen: Seen; at: Date },
): Promise<StoredCase> {
  const { id, subject, maker, seen, at } = of
  await transaction
    .insert(deskCases)
    .values({
      ...{ id, ...subject, maker, seen, state: 'closed', sources: [], weight: 0, reports: 0 },
      ...{ firstAt: at, lastAt: at, decidedAt: at },
    })
    .onConflictDoNothing({ target: [deskCases.kind, deskCases.subject] })
  const known = await findCaseOf(transaction, subject)
  const locked = known && (await lockCase(transaction, known.id))
  if (!locked) throw new Error('a case was neither inserted nor there')
  return locked
}

/** How many reports each of some cases has for each reason. */
export async function countReasons(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Partial<Record<ReportReason, number>>>> {
  const found = await db
    .select({ id: reports.caseId, reason: reports.reason, count: count() })
    .from(reports)
    .where(inArray(reports.caseId, [...ids]))
    .groupBy(reports.caseId, reports.reason)
  const reasons = new Map<string, Partial<Record<ReportReason, number>>>()
  for (const { id, reason, count } of found) reasons.set(id, { ...reasons.get(id), [reason]: count })
  return reasons
}

/** Newest first. Who reported is not read. */
export function listReports(db: Db, caseId: string, limit: number) {
  return db
    .select({
      reason: reports.reason,
      words: reports.words,
      at: reports.createdAt,
      outcome: reports.outcome,
    })
    .from(reports)
    .where(eq(reports.caseId, caseId))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit)
}

/** How many reports of what is a wallet's something followed from. */
export async function countActed(db: Db, maker: string): Promise<number> {
  const [row] = await db
    .select({ acted: count() })
    .from(reports)
    .innerJoin(deskCases, eq(deskCases.id, reports.caseId))
    .where(and(eq(deskCases.maker, maker), eq(reports.outcome, 'acted')))
  return row?.acted ?? 0
}

interface Decided {
  number: number
  at: Date
  state: CaseState
  standing: ModerationState | null
  /** What becomes of reports, by what they are. */
  outcomes: Partial<Record<'open' | 'acted', Exclude<ReportOutcome, 'open'>>>
}

/** Stores what an action made of a case, and answers its reports. Nothing weighs that is decided. */
export async function decideCase(transaction: Db, id: string, decided: Decided): Promise<void> {
  const { number, at, state, standing, outcomes } = decided
  await transaction
    .update(deskCases)
    .set({
      ...{ state, standing, decidedBy: number, decidedAt: at },
      ...(state === 'closed' && { weight: 0 }),
    })
    .where(eq(deskCases.id, id))
  // What was acted upon first: those that are open become it.
  for (const from of ['acted', 'open'] as const) {
    const outcome = outcomes[from]
    if (outcome)
      await transaction
        .update(reports)
        .set({ outcome, decidedAt: at })
        .where(and(eq(reports.caseId, id), eq(reports.outcome, from)))
  }
}

/** Of a case whose objections were answered elsewhere: it waits on for the reports alone that nobody has decided. */
export async function leaveAnswered(
  transaction: Db,
  id: string,
  { number, at }: { number: number; at: Date },
): Promise<void> {
  const waits = sql`exists (select from ${reports} where ${reports.caseId} = ${id} and ${reports.outcome} = 'open')`
  await transaction
    .update(deskCases)
    .set({
      state: sql`case when ${waits} then 'open' else 'closed' end`,
      weight: sql`case when ${waits} then ${deskCases.weight} else 0 end`,
      ...{ decidedBy: number, decidedAt: at },
    })
    .where(and(eq(deskCases.id, id), eq(deskCases.state, 'objected')))
}

/** An objection weighs as much as one report of somebody well known, so that it does not wait at the end. */
const OBJECTION_WEIGHT = 1

export async function objectInCase(transaction: Db, id: string, at: Date): Promise<void> {
  await transaction
    .update(deskCases)
    .set({ state: 'objected', lastAt: at, weight: sql`${deskCases.weight} + ${OBJECTION_WEIGHT}::float8` })
    .where(eq(deskCases.id, id))
}
