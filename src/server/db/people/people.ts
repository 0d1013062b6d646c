import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { people, restingNames } from '../schema/people.ts'

export type StoredPerson = typeof people.$inferSelect

export async function findPerson(db: Db, address: string): Promise<StoredPerson | null> {
  const [row] = await db.select().from(people).where(eq(people.address, address))
  return row ?? null
}

/** The person of a name, or of one that is taken for it. */
export async function findNamed(db: Db, skeleton: string): Promise<StoredPerson | null> {
  const [row] = await db.select().from(people).where(eq(people.skeleton, skeleton))
  return row ?? null
}

/** Whether a name was given up and rests. */
export async function isResting(db: Db, skeleton: string, givenUpAfter: Date): Promise<boolean> {
  const rows = await db
    .select({ skeleton: restingNames.skeleton })
    .from(restingNames)
    .where(and(eq(restingNames.skeleton, skeleton), gt(restingNames.givenUpAt, givenUpAfter)))
  return rows.length > 0
}

/**
 * Stores a whole profile. A name that it changes or gives up begins to rest; one of the person's own that rests is theirs
 * again.
 * @param rules.changedBefore a name can be changed that was last chosen before this
 * @param rules.restsSince a name rests that was given up after this
 * @returns `taken` where the name is another's or rests, `early` where the last change is too young
 */
export async function storePerson(
  db: Db,
  wanted: Omit<StoredPerson, 'nameChangedAt'>,
  rules: { now: Date; changedBefore: Date; restsSince: Date },
): Promise<StoredPerson | 'taken' | 'early'> {
  const { address, name, skeleton } = wanted
  const { now, changedBefore, restsSince } = rules
  return db.transaction(async (transaction) => {
    // Who wants a name, and who has it, come one after the other.
    for (const key of [`person ${address}`, ...(skeleton === null ? [] : [`name ${skeleton}`])].toSorted())
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`)
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
        .where(and(eq(restingNames.skeleton, skeleton), ne(restingNames.address, address)))
      if (other || (resting && resting.givenUpAt > restsSince)) return 'taken'
      await transaction.delete(restingNames).where(eq(restingNames.skeleton, skeleton))
    }
    if (isChange && before?.name && before.skeleton && before.skeleton !== skeleton) {
      const rests = { skeleton: before.skeleton, name: before.name, address, givenUpAt: now }
      await transaction
        .insert(restingNames)
        .values(rests)
        .onConflictDoUpdate({ target: restingNames.skeleton, set: rests })
    }
    const row = { ...wanted, nameChangedAt: isChange ? now : (before?.nameChangedAt ?? null) }
    const { address: _, ...changes } = row
    await transaction.insert(people).values(row).onConflictDoUpdate({ target: people.address, set: changes })
    return row
  })
}

/** Lets go of names that have rested. */
export async function removeRested(db: Db, givenUpBefore: Date): Promise<void> {
  await db.delete(restingNames).where(lt(restingNames.givenUpAt, givenUpBefore))
}
