import { and, desc, eq, gt, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { agents } from '../schema/agents.ts'
import { handovers } from '../schema/own-data.ts'

type StoredHandover = typeof handovers.$inferSelect

export type NamedHandover = StoredHandover & { agentName: string | null }

/** Stores an offer. It replaces an earlier one of the same agent, or of everything. */
export async function storeHandover(db: Db, offer: StoredHandover): Promise<void> {
  await db.transaction(async (transaction) => {
    // Serializes concurrent offers of one wallet.
    await lockNames(transaction, `handovers ${offer.giver}`)
    await transaction.delete(handovers).where(and(eq(handovers.giver, offer.giver), isSame(offer.agentId)))
    await transaction.insert(handovers).values(offer)
  })
}

const isSame = (agentId: string | null) =>
  agentId === null ? isNull(handovers.agentId) : eq(handovers.agentId, agentId)

/** Lists the offers by a wallet and to it that were made after a time, newest first. */
export const listHandovers = (db: Db, wallet: string, after: Date): Promise<NamedHandover[]> =>
  named(db, and(or(eq(handovers.giver, wallet), eq(handovers.taker, wallet)), gt(handovers.offeredAt, after)))

/** Finds an offer by this wallet or to it, expired or not. */
export async function findHandover(db: Db, id: string, wallet: string): Promise<NamedHandover | null> {
  const [row] = await named(
    db,
    and(eq(handovers.id, id), or(eq(handovers.giver, wallet), eq(handovers.taker, wallet))),
  )
  return row ?? null
}

async function named(db: Db, which: SQL | undefined): Promise<NamedHandover[]> {
  const rows = await db
    .select({ offer: handovers, agentName: agents.name })
    .from(handovers)
    .leftJoin(agents, eq(agents.id, handovers.agentId))
    .where(which)
    .orderBy(desc(handovers.offeredAt), desc(handovers.id))
    .limit(100)
  return rows.map(({ offer, agentName }) => ({ ...offer, agentName }))
}

/** Withdraws or declines an offer; false if there is no such offer by this wallet or to it. */
export async function deleteHandover(db: Db, id: string, wallet: string): Promise<boolean> {
  const rows = await db
    .delete(handovers)
    .where(and(eq(handovers.id, id), or(eq(handovers.giver, wallet), eq(handovers.taker, wallet))))
    .returning({ id: handovers.id })
  return rows.length > 0
}

/** Removes and returns an offer, so that it is used only once; null if it is gone or was made before `after`. */
export async function takeHandover(
  transaction: Db,
  { id, taker, after }: { id: string; taker: string; after: Date },
): Promise<StoredHandover | null> {
  const [row] = await transaction
    .delete(handovers)
    .where(and(eq(handovers.id, id), eq(handovers.taker, taker), gt(handovers.offeredAt, after)))
    .returning()
  return row ?? null
}

export async function sweepHandovers(db: Db, before: Date): Promise<void> {
  await db.delete(handovers).where(lt(handovers.offeredAt, before))
}
