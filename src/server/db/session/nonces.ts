import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import { type SignInInput, signInInputSchema } from '../../../shared/session/session.ts'
import type { Db } from '../connect/connect.ts'
import { nonces } from '../schema/identity.ts'

export async function insertNonce(db: Db, message: SignInInput): Promise<void> {
  await db.insert(nonces).values({
    nonce: message.nonce,
    wallet: message.address,
    message: JSON.stringify(message),
    expiresAt: new Date(message.expirationTime),
  })
}

/** Removes and returns the message, expired or not. Of several concurrent attempts, only one gets it. */
export async function takeNonce(db: Db, nonce: string, wallet: string): Promise<SignInInput | null> {
  const [taken] = await db
    .delete(nonces)
    .where(and(eq(nonces.nonce, nonce), eq(nonces.wallet, wallet)))
    .returning({ message: nonces.message })
  return taken ? signInInputSchema.parse(JSON.parse(taken.message)) : null
}

/** Removes messages that expired by `now`, and, if more than `cap` remain, the oldest ones. */
export async function removeNonces(db: Db, now: Date, cap: number): Promise<void> {
  await db.delete(nonces).where(lte(nonces.expiresAt, now))
  const surplus = db.select({ nonce: nonces.nonce }).from(nonces).orderBy(desc(nonces.expiresAt)).offset(cap)
  await db.delete(nonces).where(inArray(nonces.nonce, surplus))
}
