import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { InboxSettings } from '../../../shared/tools/inbox.ts'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { inboxes, pushSubscriptions } from '../schema/tools.ts'

interface InboxRow {
  quiet: InboxSettings['quiet']
  seenAt: Date | null
  told: number
}

export async function findInbox(db: Db, wallet: string): Promise<InboxRow> {
  const [row] = await db
    .select({ quiet: inboxes.quiet, seenAt: inboxes.seenAt, told: inboxes.told })
    .from(inboxes)
    .where(eq(inboxes.wallet, wallet))
  return { quiet: row?.quiet ?? null, seenAt: row?.seenAt ?? null, told: row?.told ?? 0 }
}

/** Claims to tell of what quiet hours held back. @returns false if another server has done so since `told` was read */
export async function claimHeld(
  db: Db,
  { wallet, told }: { wallet: string; told: number },
): Promise<boolean> {
  const claimed = await db
    .update(inboxes)
    .set({ told: told + 1 })
    .where(and(eq(inboxes.wallet, wallet), eq(inboxes.told, told)))
    .returning({ told: inboxes.told })
  return claimed.length > 0
}

export async function storeInbox(
  db: Db,
  wallet: string,
  changes: Partial<Omit<InboxRow, 'told'>>,
): Promise<void> {
  await db
    .insert(inboxes)
    .values({ wallet, ...changes })
    .onConflictDoUpdate({ target: inboxes.wallet, set: changes })
}

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect

/** Whoever subscribes a browser has it from then on. Of more than `most` the oldest of the wallet are removed. */
export async function storeSubscription(
  db: Db,
  row: Omit<SubscriptionRow, 'failures'>,
  most: number,
): Promise<void> {
  const { id, ...anew } = row
  await db.transaction(async (transaction) => {
    // Two at once could exceed the limit together.
    await lockNames(transaction, `push ${row.wallet}`)
    await transaction
      .insert(pushSubscriptions)
      .values({ ...row, failures: 0 })
      .onConflictDoUpdate({ target: pushSubscriptions.id, set: { ...anew, failures: 0 } })
    const [stored] = await transaction
      .select({ all: count() })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.wallet, row.wallet))
    const over = (stored?.all ?? 0) - most
    if (over <= 0) return
    const oldest = transaction
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.wallet, row.wallet), sql`${pushSubscriptions.id} <> ${id}`))
      .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
      .limit(over)
    await transaction.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, oldest))
  })
}

export async function removeSubscription(db: Db, of: { wallet: string; id: string }): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, of.id), eq(pushSubscriptions.wallet, of.wallet)))
}

export async function listSubscriptions(db: Db, wallet: string): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.wallet, wallet))
    .orderBy(desc(pushSubscriptions.createdAt), asc(pushSubscriptions.id))
}

/** Counts a push that failed; a browser for which so many failed one after the other is removed. */
export async function noteFailure(db: Db, { id, most }: { id: string; most: number }): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction
      .update(pushSubscriptions)
      .set({ failures: sql`${pushSubscriptions.failures} + 1` })
      .where(eq(pushSubscriptions.id, id))
    await transaction
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.id, id), sql`${pushSubscriptions.failures} >= ${most}`))
  })
}

export async function noteArrival(db: Db, id: string): Promise<void> {
  await db.update(pushSubscriptions).set({ failures: 0 }).where(eq(pushSubscriptions.id, id))
}

export async function removeAllSubscriptions(db: Db): Promise<void> {
  await db.delete(pushSubscriptions)
}
