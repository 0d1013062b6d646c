import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { limits } from '../../../shared/common/limits.ts'
import type { RealmChanges } from '../../../shared/realms/realm-changes.ts'
import type { Realm } from '../../../shared/realms/realms.ts'
import type { ModerationState } from '../../../shared/trust/moderation.ts'
import type { Db } from '../connect/connect.ts'
import { deletableRows } from '../deletable-rows.ts'
import { realms } from '../schema/realms.ts'
import { isRealmThere } from './visibility.ts'

export const realmColumns = {
  id: realms.id,
  name: realms.name,
  description: realms.description,
  createdBy: realms.createdBy,
  participants: realms.participants,
  createdAt: realms.createdAt,
  unlisted: realms.unlisted,
}

/** Converts a row to the API contract's form: only the time changes, to ISO 8601. */
export function presentRealm<Row extends { createdAt: Date }>(
  row: Row,
): Omit<Row, 'createdAt'> & { createdAt: string } {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

const mostParticipants = sql.raw(`${limits.realmParticipants}`)

/** Whether somebody who speaks becomes a participant (decision 22): none yet, and there is room for one more. */
export const joins = (author: SQLWrapper, participants: SQLWrapper) =>
  sql`not ${author} = any(${participants}) and cardinality(${participants}) < ${mostParticipants}`

const there = (id: string) => and(eq(realms.id, id), isRealmThere)
export const deletableRealms = deletableRows(realms, realms.createdBy)

export async function insertRealm(
  db: Db,
  realm: Omit<Realm, 'createdAt'> & { createdAt: Date },
): Promise<boolean> {
  const rows = await db.insert(realms).values(realm).onConflictDoNothing().returning({ id: realms.id })
  return rows.length > 0
}

export interface Membership {
  createdBy: string
  deletedAt: Date | null
  moderation: ModerationState | null
  participates: boolean
  lastMessage: number
}

/** Finds the wallet's membership of a realm, even of one that is deleted or down. */
export async function findMembership(db: Db, id: string, wallet: string): Promise<Membership | null> {
  const [row] = await db
    .select({
      createdBy: realms.createdBy,
      deletedAt: realms.deletedAt,
      moderation: realms.moderation,
      participates: sql<boolean>`${wallet} = any(participants)`,
      lastMessage: realms.lastMessage,
    })
    .from(realms)
    .where(eq(realms.id, id))
  return row ?? null
}

export async function findHeldWords(db: Db, id: string): Promise<string[]> {
  const [row] = await db.select({ heldWords: realms.heldWords }).from(realms).where(there(id))
  return row?.heldWords ?? []
}

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

/** Removes a wallet from the participants; false if it is no participant or there is no such realm. */
export async function removeParticipant(db: Db, id: string, wallet: string): Promise<boolean> {
  const rows = await db
    .update(realms)
    .set({ participants: sql`array_remove(participants, ${wallet})` })
    .where(and(there(id), sql`${wallet} = any(participants)`))
    .returning({ id: realms.id })
  return rows.length > 0
}
