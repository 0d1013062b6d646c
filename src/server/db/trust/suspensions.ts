import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { SuspensionScope } from '../../../shared/trust/desk.ts'
import type { Db } from '../connect/connect.ts'
import { suspensions } from '../schema/moderation.ts'

export interface Suspension {
  number: number
  scope: SuspensionScope
  until: Date | null
}

/** Every request that makes or says something asks this. */
export function prepareFindSuspensions(db: Db): (wallet: string, now: Date) => Promise<Suspension[]> {
  const query = db
    .select({ number: suspensions.number, scope: suspensions.scope, until: suspensions.until })
    .from(suspensions)
    .where(
      and(
        eq(suspensions.wallet, sql.placeholder('wallet')),
        isNull(suspensions.endedAt),
        or(isNull(suspensions.until), gt(suspensions.until, sql.placeholder('now'))),
      ),
    )
    // One without an end comes first.
    .orderBy(desc(suspensions.until))
    .prepare('find_suspensions')
  return (wallet, now) => query.execute({ wallet, now: now.toISOString() })
}

export async function insertSuspension(
  transaction: Db,
  row: Omit<typeof suspensions.$inferInsert, 'endedAt'>,
): Promise<void> {
  await transaction.insert(suspensions).values(row)
}

/** Ends a suspension, if it still holds. */
export async function endSuspension(transaction: Db, number: number, now: Date): Promise<void> {
  await transaction
    .update(suspensions)
    .set({ endedAt: now })
    .where(
      and(
        eq(suspensions.number, number),
        isNull(suspensions.endedAt),
        or(isNull(suspensions.until), gt(suspensions.until, now)),
      ),
    )
}
