import { and, asc, eq, sql } from 'drizzle-orm'
import type { ExportedRating, ExportedReport } from '../../../shared/own-data/exported-trust.ts'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'
import { deskCases, reports } from '../schema/moderation.ts'
import { agentRatings } from '../schema/trust.ts'
import { moveOnce } from './move-once.ts'

/** More than one wallet can have come to, so that an export stays bounded. */
const MOST_EXPORTED = 10_000

export async function listOwnRatings(db: Db, wallet: string): Promise<ExportedRating[]> {
  const { agentId, up, reason, words, version, changedAt } = agentRatings
  const found = await db
    .select({ agentId, agentName: agents.name, up, reason, words, version, changedAt })
    .from(agentRatings)
    .innerJoin(agents, eq(agents.id, agentId))
    .where(eq(agentRatings.wallet, wallet))
    .orderBy(asc(changedAt), asc(agentId))
    .limit(MOST_EXPORTED)
  return found.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }))
}

export async function listReported(db: Db, wallet: string): Promise<ExportedReport[]> {
  const { id, reason, words, seen, createdAt, outcome } = reports
  const found = await db
    .select({ kind: deskCases.kind, reason, words, seen, createdAt, outcome })
    .from(reports)
    .innerJoin(deskCases, eq(deskCases.id, reports.caseId))
    .where(eq(reports.reporter, wallet))
    .orderBy(asc(createdAt), asc(id))
    .limit(MOST_EXPORTED)
  return found.map(({ seen: { title }, ...row }) => ({
    ...{ ...row, title },
    createdAt: row.createdAt.toISOString(),
  }))
}

/**
 * Takes a wallet out of what was reported, and its ratings away. Its reports keep their reason and their copy, which the
 * desk may still be looking at, without its words. What the wallet made is gone, and with it what others reported of it:
 * its suspension stays as a digest (`leaveDesk`), so that leaving is no way around one.
 */
export async function removeTrustData(transaction: Db, wallet: string): Promise<void> {
  await transaction.delete(agentRatings).where(eq(agentRatings.wallet, wallet))
  await transaction.update(reports).set({ reporter: null, words: '' }).where(eq(reports.reporter, wallet))
  await transaction.delete(deskCases).where(eq(deskCases.maker, wallet))
  await transaction.update(deskCases).set({ beside: null }).where(eq(deskCases.beside, wallet))
}

/**
 * Reports and ratings go on to the taker, whose own win: one wallet has one rating of an agent, and one open report of a
 * thing. Nobody keeps a rating of what is their own now.
 */
export async function moveTrustData(transaction: Db, from: string, to: string): Promise<void> {
  await moveCasesOf(transaction, from, to)
  await moveOnce(transaction, agentRatings.wallet, from, to)
  await removeOwnersRatings(transaction, to)
  await transaction.execute(sql`
    update ${reports} mine set reporter = null where reporter = ${from} and outcome = 'open' and exists (
      select from ${reports} theirs
      where theirs.reporter = ${to} and theirs.outcome = 'open' and theirs.case_id = mine.case_id)`)
  await transaction.update(reports).set({ reporter: to }).where(eq(reports.reporter, from))
  await transaction.update(deskCases).set({ maker: to }).where(eq(deskCases.maker, from))
}

/**
 * The cases about somebody's profile and ratings are by their address, and go along under the taker's: by the old one they
 * would lead to nothing, and what stands down could not be put back. Where the taker has such a case or rating, theirs
 * stays, and a profile stands as it does in whichever case has it down.
 */
async function moveCasesOf(transaction: Db, from: string, to: string): Promise<void> {
  await transaction.execute(sql`
    update ${deskCases} mine set subject = replace(subject, ${from}, ${to})
    where maker = ${from} and kind in ('person', 'rating') and not exists (
      select from ${deskCases} theirs
      where theirs.kind = mine.kind and theirs.subject = replace(mine.subject, ${from}, ${to}))
    and not exists (
      select from ${agentRatings} rated where kind = 'rating' and rated.wallet = ${to}
        and rated.agent_id::text = split_part(mine.subject, '/', 1))`)
  await transaction.execute(sql`
    update ${deskCases} theirs set standing = coalesce(theirs.standing, mine.standing) from ${deskCases} mine
    where mine.kind = 'person' and mine.subject = ${from} and theirs.kind = 'person' and theirs.subject = ${to}`)
}

/** Of whoever has just become an owner. */
export async function removeOwnersRatings(transaction: Db, owner: string): Promise<void> {
  const own = transaction.select({ id: agents.id }).from(agents).where(eq(agents.owner, owner))
  await transaction
    .delete(agentRatings)
    .where(and(eq(agentRatings.wallet, owner), sql`${agentRatings.agentId} in (${own})`))
}
