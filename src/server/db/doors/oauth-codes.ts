import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { oauthCodes } from '../schema/oauth-codes.ts'

type OAuthCode = typeof oauthCodes.$inferSelect

export async function insertOAuthCode(db: Db, code: Omit<OAuthCode, 'usedAt' | 'keyId'>): Promise<void> {
  await db.insert(oauthCodes).values(code)
}

/** Null if there is no valid, unused code. Of several concurrent attempts, only one gets it. */
export async function takeOAuthCode(db: Db, hash: string, now: Date): Promise<OAuthCode | null> {
  const [code] = await db
    .update(oauthCodes)
    .set({ usedAt: now })
    .where(and(eq(oauthCodes.hash, hash), isNull(oauthCodes.usedAt), gt(oauthCodes.expiresAt, now)))
    .returning()
  return code ?? null
}

export async function noteKeyOfCode(db: Db, hash: string, keyId: string): Promise<void> {
  await db.update(oauthCodes).set({ keyId }).where(eq(oauthCodes.hash, hash))
}

/** Null if there is no such code, or no key was made for it. */
export async function findKeyOfCode(db: Db, hash: string): Promise<{ keyId: string; wallet: string } | null> {
  const [code] = await db
    .select({ keyId: oauthCodes.keyId, wallet: oauthCodes.wallet })
    .from(oauthCodes)
    .where(eq(oauthCodes.hash, hash))
  return code?.keyId ? { keyId: code.keyId, wallet: code.wallet } : null
}

/** Removes the codes that expired before a time, used or not. */
export async function sweepOAuthCodes(db: Db, before: Date): Promise<void> {
  await db.delete(oauthCodes).where(lt(oauthCodes.expiresAt, before))
}
