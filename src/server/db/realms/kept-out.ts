import { and, asc, count, eq, gt, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { KeptOutKind, Until } from '../../../shared/realms/moderation.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import { isConcealed } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { people } from '../schema/people.ts'
import { realmAgents, realmBans, realmMutes, realms } from '../schema/realms.ts'

/** Both have the same columns: who may not speak in a realm, and who may not be in it. */
type KeptOutTable = typeof realmMutes | typeof realmBans
const tables = { mutes: realmMutes, bans: realmBans } as const

export interface StoredKeptOut extends Until {
  wallet: string
  name: string | null
}

const holds = (table: KeptOutTable, now: Date) => or(isNull(table.until), gt(table.until, now))

/** A condition within a statement on `realms`: whether a wallet is kept out at a time, which are both values of it. */
export const isKeptOut = (kind: 'mutes' | 'bans', wallet: unknown, at: unknown): SQL => sql`
  exists (select from ${sql.identifier(`realm_${kind}`)} kept where kept.realm_id = realms.id and kept.wallet = ${wallet}
    and (kept.until is null or kept.until > ${at}::timestamptz))`

/** In the order of keeping out, without wallets that deleted everything: they are kept out again when they return. */
export async function listKeptOut(
  db: Db,
  realmId: string,
  kind: KeptOutKind,
  now: Date,
): Promise<StoredKeptOut[]> {
  const table = tables[kind]
  return db
    .select({ wallet: table.wallet, name: people.name, until: table.until })
    .from(table)
    .leftJoin(people, eq(people.address, table.wallet))
    .where(and(eq(table.realmId, realmId), not(isConcealed(table.wallet)), holds(table, now)))
    .orderBy(asc(table.createdAt), asc(table.wallet))
    .limit(trustLimits.realmKeptOut)
}

/** Whether and until when a wallet is kept out; null if it is not. */
export async function findKeptOut(
  db: Db,
  of: { realmId: string; wallet: string; kind: KeptOutKind; now: Date },
): Promise<Until | null> {
  const table = tables[of.kind]
  const [row] = await db
    .select({ until: table.until })
    .from(table)
    .where(and(eq(table.realmId, of.realmId), eq(table.wallet, of.wallet), holds(table, of.now)))
  return row ?? null
}

interface KeepingOut extends Until {
  realmId: string
  creator: string
  wallet: string
  kind: KeptOutKind
  at: Date
}

/**
 * Keeps a wallet out of a realm of this creator, or changes until when. The realm's row is locked, so that the limit holds.
 * @returns `same` if nothing changed, also if there is no such realm
 */
export function storeKeptOut(db: Db, keeping: KeepingOut): Promise<'stored' | 'same' | 'full'> {
  const { realmId, creator, wallet, kind, until, at } = keeping
  const table = tables[kind]
  return db.transaction(async (transaction) => {
    if (!(await lockOwn(transaction, realmId, creator))) return 'same'
    await transaction.delete(table).where(and(eq(table.realmId, realmId), lte(table.until, at)))
    const isTheirs = and(eq(table.realmId, realmId), eq(table.wallet, wallet))
    const [before] = await transaction.select({ until: table.until }).from(table).where(isTheirs)
    if (before && before.until?.getTime() === until?.getTime()) return 'same'
    if (before) {
      await transaction.update(table).set({ until }).where(isTheirs)
      return 'stored'
    }
    const [kept] = await transaction.select({ count: count() }).from(table).where(eq(table.realmId, realmId))
    if ((kept?.count ?? 0) >= trustLimits.realmKeptOut) return 'full'
    await transaction.insert(table).values({ realmId, wallet, until, createdAt: at })
    return 'stored'
  })
}

/** Lets a wallet back into a realm of this creator; false if it was not kept out. */
export async function deleteKeptOut(
  db: Db,
  of: { realmId: string; creator: string; wallet: string; kind: KeptOutKind },
): Promise<boolean> {
  const table = tables[of.kind]
  return db.transaction(async (transaction) => {
    if (!(await lockOwn(transaction, of.realmId, of.creator))) return false
    const rows = await transaction
      .delete(table)
      .where(and(eq(table.realmId, of.realmId), eq(table.wallet, of.wallet)))
      .returning({ wallet: table.wallet })
    return rows.length > 0
  })
}

async function lockOwn(transaction: Db, realmId: string, creator: string): Promise<boolean> {
  const rows = await transaction
    .select({ id: realms.id })
    .from(realms)
    .where(and(eq(realms.id, realmId), eq(realms.createdBy, creator), isNull(realms.deletedAt)))
    .for('no key update')
  return rows.length > 0
}

/** The agents in a realm that a wallet brought or owns. */
export async function listBrought(db: Db, realmId: string, wallet: string): Promise<string[]> {
  const rows = await db
    .select({ id: realmAgents.agentId })
    .from(realmAgents)
    .where(
      and(
        eq(realmAgents.realmId, realmId),
        or(
          eq(realmAgents.invitedBy, wallet),
          sql`exists (select from agents where agents.id = ${realmAgents.agentId} and agents.owner = ${wallet})`,
        ),
      ),
    )
  return rows.map(({ id }) => id)
}
