import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Realm, RealmChanges } from '../../../shared/realms/realms.ts'
import type { Db } from '../connect/connect.ts'
import { realms } from '../schema/realms.ts'

/** As many realms are removed by one statement; all that was said in them goes with them. */
const REMOVED_AT_ONCE = 20

/** What section 3 knows of a realm. */
export const realmColumns = {
  id: realms.id,
  name: realms.name,
  description: realms.description,
  createdBy: realms.createdBy,
  participants: realms.participants,
  createdAt: realms.createdAt,
  unlisted: realms.unlisted,
}

/** The contract's form of a row: only the time is told differently. */
export function presentRealm<Row extends { createdAt: Date }>(
  row: Row,
): Omit<Row, 'createdAt'> & { createdAt: string } {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

const there = (id: string) => and(eq(realms.id, id), isNull(realms.deletedAt))
const ownedAndThere = (id: string, creator: string) => and(there(id), eq(realms.createdBy, creator))

/** Stores a new realm; false where its id is taken. */
export async function insertRealm(
  db: Db,
  realm: Omit<Realm, 'createdAt'> & { createdAt: Date },
): Promise<boolean> {
  const rows = await db.insert(realms).values(realm).onConflictDoNothing().returning({ id: realms.id })
  return rows.length > 0
}

/** How a wallet stands to a realm, and what of it decides what the wallet may do. */
export interface Standing {
  createdBy: string
  /** As long as that can be told from one that never was. */
  deletedAt: Date | null
  participates: boolean
  muted: boolean
  lastMessage: number
}

/** The realm of this id as it concerns a wallet, deleted ones included. */
export async function findStanding(db: Db, id: string, wallet: string): Promise<Standing | null> {
  const [row] = await db
    .select({
      createdBy: realms.createdBy,
      deletedAt: realms.deletedAt,
      participates: sql<boolean>`${wallet} = any(participants)`,
      muted: sql<boolean>`exists (select from realm_mutes where realm_id = realms.id and wallet = ${wallet})`,
      lastMessage: realms.lastMessage,
    })
    .from(realms)
    .where(eq(realms.id, id))
  return row ?? null
}

/** Changes a realm of this creator; false where there is none. */
export async function updateRealm(
  db: Db,
  id: string,
  creator: string,
  changes: RealmChanges,
): Promise<boolean> {
  const rows = await db
    .update(realms)
    .set(changes)
    .where(ownedAndThere(id, creator))
    .returning({ id: realms.id })
  return rows.length > 0
}

/** Takes a wallet out of the participants; false where it is none of a realm that is there. */
export async function removeParticipant(db: Db, id: string, wallet: string): Promise<boolean> {
  const rows = await db
    .update(realms)
    .set({ participants: sql`array_remove(participants, ${wallet})` })
    .where(and(there(id), sql`${wallet} = any(participants)`))
    .returning({ id: realms.id })
  return rows.length > 0
}

/** Takes a realm of this creator out of everybody's sight; false where there is none. */
export async function markRealmDeleted(db: Db, id: string, creator: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(realms)
    .set({ deletedAt: at })
    .where(ownedAndThere(id, creator))
    .returning({ id: realms.id })
  return rows.length > 0
}

/** Brings a deleted realm of this creator back; false where there is none that was deleted at `earliest` or later. */
export async function restoreDeletedRealm(
  db: Db,
  id: string,
  creator: string,
  earliest: Date,
): Promise<boolean> {
  const rows = await db
    .update(realms)
    .set({ deletedAt: null })
    .where(and(eq(realms.id, id), eq(realms.createdBy, creator), gte(realms.deletedAt, earliest)))
    .returning({ id: realms.id })
  return rows.length > 0
}

/** Removes for good what was deleted before a time, with all that was said in it. */
export async function removeDeletedRealms(db: Db, before: Date): Promise<void> {
  const oldest = db
    .select({ id: realms.id })
    .from(realms)
    .where(lt(realms.deletedAt, before))
    .orderBy(realms.deletedAt)
    .limit(REMOVED_AT_ONCE)
  for (;;) {
    const { count } = await db.delete(realms).where(inArray(realms.id, oldest))
    if (count < REMOVED_AT_ONCE) return
  }
}
