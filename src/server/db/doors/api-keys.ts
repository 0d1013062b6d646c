import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { ApiKey, ApiKeyChanges } from '../../../shared/doors/api-keys.ts'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { agents } from '../schema/agents.ts'
import { apiKeys, apiKeyWords } from '../schema/api-keys.ts'
import { oauthCodes } from '../schema/oauth-codes.ts'

/** `wordsToday` are the words of the given day as far as they are stored. */
interface PresentedKey {
  id: string
  wallet: string
  agentId: string | null
  wordsADay: number | null
  wordsToday: number
  expiresAt: Date | null
  lastUsedAt: Date | null
}

const wordsOn = (day: string) =>
  sql<number>`coalesce((
    select words from api_key_words counted where counted.key_id = ${apiKeys.id} and counted.day = ${day}::date), 0)`

const columnsOn = (day: string) => ({
  id: apiKeys.id,
  name: apiKeys.name,
  ending: apiKeys.ending,
  agentId: apiKeys.agentId,
  agentName: agents.name,
  wordsADay: apiKeys.wordsADay,
  wordsToday: wordsOn(day),
  expiresAt: apiKeys.expiresAt,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
})

interface KeyRow extends Omit<ApiKey, 'agent' | 'expiresAt' | 'createdAt' | 'lastUsedAt'> {
  agentId: string | null
  agentName: string | null
  expiresAt: Date | null
  createdAt: Date
  lastUsedAt: Date | null
}

function present({ agentId, agentName, expiresAt, createdAt, lastUsedAt, ...row }: KeyRow): ApiKey {
  return {
    ...row,
    agent: agentId === null ? null : { id: agentId, name: agentName ?? '' },
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** Newest first. `day` is the one whose words are counted, such as `2026-01-31`. */
export async function listApiKeys(db: Db, wallet: string, day: string): Promise<ApiKey[]> {
  const rows = await db
    .select(columnsOn(day))
    .from(apiKeys)
    .leftJoin(agents, eq(agents.id, apiKeys.agentId))
    .where(eq(apiKeys.wallet, wallet))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(present)
}

/** False if the wallet has `most` keys already. */
export function insertApiKey(db: Db, key: typeof apiKeys.$inferInsert, most: number): Promise<boolean> {
  return db.transaction(async (transaction) => {
    // Serializes requests of one wallet, because two at once could exceed the limit together.
    await lockNames(transaction, `api keys ${key.wallet}`)
    const [stored] = await transaction
      .select({ keys: count() })
      .from(apiKeys)
      .where(eq(apiKeys.wallet, key.wallet))
    if ((stored?.keys ?? 0) >= most) return false
    await transaction.insert(apiKeys).values(key)
    return true
  })
}

/** False if the wallet has no such key. */
export async function updateApiKey(
  db: Db,
  of: { id: string; wallet: string },
  { name, wordsADay }: ApiKeyChanges,
): Promise<boolean> {
  const changed = await db
    .update(apiKeys)
    .set({ ...(name !== undefined && { name }), ...(wordsADay !== undefined && { wordsADay }) })
    .where(and(eq(apiKeys.id, of.id), eq(apiKeys.wallet, of.wallet)))
    .returning({ id: apiKeys.id })
  return changed.length > 0
}

/** Removes it for good; false if the wallet has no such key. */
export async function deleteApiKey(db: Db, of: { id: string; wallet: string }): Promise<boolean> {
  const deleted = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, of.id), eq(apiKeys.wallet, of.wallet)))
    .returning({ id: apiKeys.id })
  return deleted.length > 0
}

/** This precedes everything that is done with a key. */
export function prepareFindApiKey(
  db: Db,
): (of: { hash: string; day: string; now: Date }) => Promise<PresentedKey | null> {
  const query = db
    .select({
      id: apiKeys.id,
      wallet: apiKeys.wallet,
      agentId: apiKeys.agentId,
      wordsADay: apiKeys.wordsADay,
      wordsToday: sql<number>`coalesce(${apiKeyWords.words}, 0)`,
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .leftJoin(
      apiKeyWords,
      and(eq(apiKeyWords.keyId, apiKeys.id), eq(apiKeyWords.day, sql.placeholder('day'))),
    )
    .where(
      and(
        eq(apiKeys.hash, sql.placeholder('hash')),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql.placeholder('now'))),
      ),
    )
    .prepare('find_api_key')
  return async ({ hash, day, now }) => {
    const [key] = await query.execute({ hash, day, now: now.toISOString() })
    return key ?? null
  }
}

export async function validApiKeys(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(inArray(apiKeys.id, [...ids]), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))))
  return new Set(rows.map(({ id }) => id))
}

/** A later use that is noted already stays. */
export async function noteApiKeyUse(db: Db, id: string, at: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, at))))
}

export async function removeApiKeysOf(db: Db, wallet: string): Promise<string[]> {
  const removed = await db.delete(apiKeys).where(eq(apiKeys.wallet, wallet)).returning({ id: apiKeys.id })
  return removed.map(({ id }) => id)
}

/** Removes all keys of a wallet, those that programs got by OAuth included, and the codes for which they would get one. */
export async function revokeKeysOf(transaction: Db, wallet: string): Promise<string[]> {
  await transaction.delete(oauthCodes).where(eq(oauthCodes.wallet, wallet))
  return removeApiKeysOf(transaction, wallet)
}
