import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { recogniseWallet } from '../conceal.ts'
import type { Db } from '../connect/connect.ts'
import { accounts, sessions, users } from '../schema/identity.ts'
import { recogniseAtDesk } from '../trust/desk-people.ts'

/** A wallet is one kind of proof; others can be linked to the same user later (decision 6). */
export const SOLANA = 'solana'

async function findUser(db: Pick<Db, 'select'>, address: string): Promise<string | undefined> {
  const [account] = await db
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.provider, SOLANA), eq(accounts.subject, address)))
  return account?.userId
}

/** Serializes sign-ins of one user, because two at once could exceed a limit together, and one being removed is gone. */
export async function lockUser(tx: Pick<Db, 'select'>, address: string): Promise<string | undefined> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(accounts, eq(accounts.userId, users.id))
    .where(and(eq(accounts.provider, SOLANA), eq(accounts.subject, address)))
    .for('no key update', { of: users })
  return user?.id
}

/** Of two concurrent first sign-ins, the later one removes its own user and uses the other's. */
export function createUser(db: Db, address: string, now: Date): Promise<string> {
  return db.transaction(async (tx) => {
    const id = randomUUID()
    await tx.insert(users).values({ id, createdAt: now })
    const account = { provider: SOLANA, subject: address, userId: id, createdAt: now }
    const made = await tx
      .insert(accounts)
      .values(account)
      .onConflictDoNothing()
      .returning({ userId: accounts.userId })
    if (made.length > 0) {
      await recogniseWallet(tx, address)
      await recogniseAtDesk(tx, address)
      return id
    }
    await tx.delete(users).where(eq(users.id, id))
    const existing = await findUser(tx, address)
    if (!existing) throw new Error('the account that was in the way is gone')
    return existing
  })
}

/** Ends all sessions of a wallet. @returns their ids */
export async function endSessionsOf(db: Db, address: string): Promise<string[]> {
  const user = db
    .select({ id: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.provider, SOLANA), eq(accounts.subject, address)))
  const ended = await db.delete(sessions).where(inArray(sessions.userId, user)).returning({ id: sessions.id })
  return ended.map(({ id }) => id)
}
