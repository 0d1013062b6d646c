import { and, count, eq, isNull } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'
import { accounts } from '../schema/identity.ts'

/** When a wallet first signed in here; null if it never did. */
export async function findFirstSignIn(db: Db, wallet: string): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: accounts.createdAt })
    .from(accounts)
    .where(and(eq(accounts.provider, 'solana'), eq(accounts.subject, wallet)))
  return row?.createdAt ?? null
}

export async function countPublished(db: Db, owner: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(agents)
    .where(and(eq(agents.owner, owner), eq(agents.isPublic, true), isNull(agents.deletedAt)))
  return row?.count ?? 0
}
