import { eq } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { oauthCodes } from '../schema/oauth-codes.ts'
import { removeApiKeysOf } from './api-keys.ts'

/** Removes all keys of a wallet, those that programs got by OAuth included, and the codes for which they would get one. */
export async function revokeKeysOf(transaction: Db, wallet: string): Promise<string[]> {
  await transaction.delete(oauthCodes).where(eq(oauthCodes.wallet, wallet))
  return removeApiKeysOf(transaction, wallet)
}
