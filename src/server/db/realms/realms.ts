import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Realm, RealmChanges } from '../../../shared/realms/realms.ts'
import type { Db } from '../connect/connect.ts'
import { deletableRows } from '../deletable-rows.ts'
import { realms } from '../schema/realms.ts'

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
export const deletableRealms = deletableRows(realms, realms.createdBy)

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
    .where(deletableRealms.ownedAndThere({ id, owner: creator }))
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
