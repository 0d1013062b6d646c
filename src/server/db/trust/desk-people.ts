import { createHash, randomBytes } from 'node:crypto'
import { and, eq, exists, inArray, not, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ReportedKind } from '../../../shared/trust/reports.ts'
import { concealed, isConcealed, isDigestOf } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { deskLog, deskOperators, deskPeople, suspensions } from '../schema/moderation.ts'

const SALT_BYTES = 16

/** The digest of a wallet in the log, the same for all of its rows; in a transaction that holds the desk's lock. */
export async function digestOf(transaction: Db, wallet: string): Promise<string> {
  const [known] = await listDigests(transaction, wallet)
  if (known !== undefined) return known
  const salt = randomBytes(SALT_BYTES).toString('hex')
  const digest = createHash('sha256').update(salt).update(wallet).digest('hex')
  await transaction.insert(deskPeople).values({ digest, salt, wallet })
  return digest
}

/** What stands in the log for a subject: the address in it, if there is one, as its digest. */
export async function loggedSubject(
  transaction: Db,
  { kind, subject }: { kind: ReportedKind; subject: string },
): Promise<string> {
  if (kind === 'person') return digestOf(transaction, subject)
  const [agent, rater] = subject.split('/')
  return kind === 'rating' && rater ? `${agent}/${await digestOf(transaction, rater)}` : subject
}

/** Every form of a subject in the log: one for each digest of the person in it, none of a person it does not know. */
export async function findLoggedSubjects(
  db: Db,
  { kind, subject }: { kind: ReportedKind; subject: string },
): Promise<string[]> {
  const [agent, rater] = subject.split('/')
  if (kind === 'person') return listDigests(db, subject)
  if (kind !== 'rating' || rater === undefined) return [subject]
  return (await listDigests(db, rater)).map((digest) => `${agent}/${digest}`)
}

/** All digests that stand for a wallet: those of a wallet that gave it everything, too. */
export async function listDigests(db: Db, wallet: string): Promise<string[]> {
  const found = await db
    .select({ digest: deskPeople.digest })
    .from(deskPeople)
    .where(eq(deskPeople.wallet, wallet))
    .orderBy(deskPeople.digest)
  return found.map(({ digest }) => digest)
}

/**
 * Takes a person out of what the desk keeps; in the transaction that removes their data. The log's rows stay with
 * digests that lead to nobody. A suspension that holds is kept as a digest that the wallet is recognised by when it
 * comes back: deleting everything must not be a way around it.
 */
export async function leaveDesk(
  transaction: Db,
  wallet: string,
  { salt, now }: { salt: string; now: Date },
): Promise<void> {
  const digests = await listDigests(transaction, wallet)
  await transaction.execute(sql`
    delete from desk_objections where about in (
      select number from ${deskLog} where ${inArray(deskLog.wallet, digests.length > 0 ? digests : [''])})`)
  if (digests.length > 0)
    await transaction.update(deskLog).set({ title: '' }).where(inArray(deskLog.wallet, digests))
  await transaction.delete(deskOperators).where(eq(deskOperators.wallet, wallet))
  const holds = sql`${suspensions.endedAt} is null and (${suspensions.until} is null
    or ${suspensions.until} > ${now.toISOString()}::timestamptz)`
  const held = transaction
    .select({ number: suspensions.number })
    .from(suspensions)
    .where(and(eq(suspensions.wallet, wallet), holds))
  await transaction.delete(deskPeople).where(and(eq(deskPeople.wallet, wallet), not(exists(held))))
  await transaction
    .update(deskPeople)
    .set({ salt: '', wallet: concealed(deskPeople.wallet, salt) })
    .where(eq(deskPeople.wallet, wallet))
  await transaction.delete(suspensions).where(and(eq(suspensions.wallet, wallet), not(holds)))
  await transaction
    .update(suspensions)
    .set({ wallet: concealed(suspensions.wallet, salt) })
    .where(eq(suspensions.wallet, wallet))
}

/** A wallet that is used again is suspended as it was. */
export async function recogniseAtDesk(transaction: Db, wallet: string): Promise<void> {
  await transaction
    .update(suspensions)
    .set({ wallet })
    .where(and(isConcealed(suspensions.wallet), isDigestOf(suspensions.wallet, wallet)))
  await transaction
    .update(deskPeople)
    .set({ wallet })
    .where(and(isConcealed(deskPeople.wallet), isDigestOf(deskPeople.wallet, wallet)))
}

/** Suspensions and statements go along to whoever takes everything over, so that a second wallet is no way out. */
export async function moveAtDesk(transaction: Db, from: string, to: string): Promise<void> {
  await transaction.update(suspensions).set({ wallet: to }).where(eq(suspensions.wallet, from))
  // The salt belongs to the address that left.
  await transaction.update(deskPeople).set({ wallet: to, salt: '' }).where(eq(deskPeople.wallet, from))
  await transaction.delete(deskOperators).where(eq(deskOperators.wallet, from))
}

const walletRow = z.object({ wallet: z.string() })

/** Remembers who are operators now. @returns who were with the start before, and are no more */
export function replaceOperators(db: Db, operators: readonly string[]): Promise<string[]> {
  const now = sql`${sql.param(operators)}::text[]`
  return db.transaction(async (transaction) => {
    const former = await rows(
      transaction,
      walletRow,
      sql`delete from ${deskOperators} where wallet <> all(${now}) returning wallet`,
    )
    await transaction.execute(
      sql`insert into ${deskOperators} (wallet) select unnest(${now}) on conflict do nothing`,
    )
    return former.map(({ wallet }) => wallet)
  })
}
