import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import { type SignInInput, signInInputSchema } from '../../../shared/session/session.ts'
import type { Db } from '../connect/connect.ts'
import { nonces } from '../schema/identity.ts'

/** Keeps a sign-in message until its signature comes or it expires. */
export async function insertNonce(db: Db, message: SignInInput): Promise<void> {
  await db.insert(nonces).values({
    nonce: message.nonce,
    wallet: message.address,
    message: JSON.stringify(message),
    expiresAt: new Date(message.expirationTime),
  })
}

/** Takes the message out and gives it, expired or not; of any number of attempts at once one gets it. */
export async function takeNonce(db: Db, nonce: string, wallet: string): Promise<SignInInput | null> {
  const [taken] = await db
    .delete(nonces)
    .where(and(eq(nonces.nonce, nonce), eq(nonces.wallet, wallet)))
    .returning({ message: nonces.message })
  return taken ? signInInputSchema.parse(JSON.parse(taken.message)) : null
}

/** Removes what expired by `now`, and the oldest of what is more than `cap`. */
export async function removeNonces(db: Db, now: Date, cap: number): Promise<void> {
  await db.delete(nonces).where(lte(nonces.expiresAt, now))
  const surplus = db.select({ nonce: nonces.nonce }).from(nonces).orderBy(desc(nonces.expiresAt)).offset(cap)
  await db.delete(nonces).where(inArray(nonces.nonce, surplus))
}
