import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { spentUnits } from '../schema/models.ts'

/** What is stored of accounts on a day, by account; those without anything are left out. */
export async function readSpent(
  db: Db,
  accounts: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  if (accounts.length === 0) return new Map()
  const found = await db
    .select({ account: spentUnits.account, units: spentUnits.units })
    .from(spentUnits)
    .where(and(inArray(spentUnits.account, [...accounts]), eq(spentUnits.day, day)))
  return new Map(found.map(({ account, units }) => [account, units]))
}
