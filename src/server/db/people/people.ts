import { and, eq, gt, lt, ne, or } from 'drizzle-orm'
import { isDigestOf } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { personLooks } from '../schema/looks.ts'
import { people, restingNames } from '../schema/people.ts'
import { isShownProfileOf } from './shown-people.ts'

export type StoredPerson = typeof people.$inferSelect

export async function findPerson(db: Db, address: string): Promise<StoredPerson | null> {
  const [row] = await db.select().from(people).where(eq(people.address, address))
  return row ?? null
}

/** The name that others are shown. */
export async function findShownName(db: Db, address: string): Promise<string | null> {
  const [row] = await db.select({ name: people.name }).from(people).where(isShownProfileOf(address))
  return row?.name ?? null
}

/** Finds the person whose name has this skeleton, which look-alikes of the name share. */
export async function findNamed(db: Db, skeleton: string): Promise<StoredPerson | null> {
  const [row] = await db.select().from(people).where(eq(people.skeleton, skeleton))
  return row ?? null
}

/** Whether a resting name has this skeleton; that of a person who deleted everything is kept as a digest. */
const isSkeleton = (skeleton: string) =>
  or(eq(restingNames.skeleton, skeleton), isDigestOf(restingNames.skeleton, skeleton))

/** Whether a name was given up recently and is therefore reserved. */
export async function isResting(db: Db, skeleton: string, givenUpAfter: Date): Promise<boolean> {
  const rows = await db
    .select({ skeleton: restingNames.skeleton })
    .from(restingNames)
    .where(and(isSkeleton(skeleton), gt(restingNames.givenUpAt, givenUpAfter)))
  return rows.length > 0
}

/**
 * Stores a complete profile. A name that is changed or given up becomes a resting name, which its holder can take again.
 * @param rules.changedBefore a name that was last chosen before this time can be changed
 * @param rules.restsSince a name that was given up after this time rests
 * @returns `taken` if the name belongs to someone else or rests, `early` if the last change is too recent
 */
export async function storePerson(
  db: Db,
  wanted: Omit<StoredPerson, 'nameChangedAt' | 'moderation'>,
  rules: { now: Date; changedBefore: Date; restsSince: Date },
): Promise<StoredPerson | 'taken' | 'early'> {
  const { address, name, skeleton } = wanted
  const { now, changedBefore, restsSince } = rules
  return db.transaction(async (transaction) => {
    // Serializes changes of the same person and of the same name.
    await lockNames(
      transaction,
      `person ${address}`,
      ...(skeleton === null ? [] : [`name ${skeleton}` as const]),
    )
    const [before] = await transaction.select().from(people).where(eq(people.address, address))
    const isChange = name !== (before?.name ?? null)
    if (isChange && skeleton !== null) {
      if (before?.nameChangedAt && before.nameChangedAt > changedBefore) return 'early'
      const [other] = await transaction
        .select({ address: people.address })
        .from(people)
        .where(and(eq(people.skeleton, skeleton), ne(people.address, address)))
      const [resting] = await transaction
        .select()
        .from(restingNames)
        .where(and(isSkeleton(skeleton), ne(restingNames.address, address)))
      if (other || (resting && resting.givenUpAt > restsSince)) return 'taken'
      await transaction.delete(restingNames).where(isSkeleton(skeleton))
    }
    if (isChange && before?.name && before.skeleton && before.skeleton !== skeleton) {
      const rests = { skeleton: before.skeleton, name: before.name, address, givenUpAt: now }
      await transaction
        .insert(restingNames)
        .values(rests)
        .onConflictDoUpdate({ target: restingNames.skeleton, set: rests })
    }
    const row = {
      ...wanted,
      nameChangedAt: isChange ? now : (before?.nameChangedAt ?? null),
      moderation: before?.moderation ?? null,
    }
    const { address: _, ...changes } = row
    await transaction.insert(people).values(row).onConflictDoUpdate({ target: people.address, set: changes })
    if (isChange) await notePersonDue(transaction, address)
    return row
  })
}

/** Removes the reservations of names that have rested long enough. */
export async function removeRested(db: Db, givenUpBefore: Date): Promise<void> {
  await db.delete(restingNames).where(lt(restingNames.givenUpAt, givenUpBefore))
}

/** To be called in the transaction that stores a profile, so that its name is looked at even if this server dies. */
export async function notePersonDue(db: Db, address: string): Promise<void> {
  await db
    .insert(personLooks)
    .values({ address })
    .onConflictDoUpdate({ target: personLooks.address, set: { due: true } })
}
