import { and, asc, count, eq, getTableColumns, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { KeyCaps } from '../../../shared/models/own-keys.ts'
import type { Db } from '../connect/connect.ts'
import { modelKeys } from '../schema/models.ts'

export type ModelKeyRow = typeof modelKeys.$inferSelect

/** A key that is to answer, without its list, which can be long. */
export type AnsweringKey = Omit<ModelKeyRow, 'models'> & {
  /** What its list says of the model; null if it does not list it. */
  listed: ModelKeyRow['models'][number] | null
}

interface Owned {
  id: string
  wallet: string
}

const owned = ({ id, wallet }: Owned) => and(eq(modelKeys.id, id), eq(modelKeys.wallet, wallet))

/** In the order in which they were added. */
export async function listModelKeys(db: Db, wallet: string): Promise<ModelKeyRow[]> {
  return db
    .select()
    .from(modelKeys)
    .where(eq(modelKeys.wallet, wallet))
    .orderBy(asc(modelKeys.createdAt), asc(modelKeys.id))
}

export async function countModelKeys(db: Db, wallet: string): Promise<number> {
  const [stored] = await db.select({ keys: count() }).from(modelKeys).where(eq(modelKeys.wallet, wallet))
  return stored?.keys ?? 0
}

/** Whosever it is. */
export async function findModelKey(db: Db, id: string): Promise<ModelKeyRow | null> {
  const [row] = await db.select().from(modelKeys).where(eq(modelKeys.id, id))
  return row ?? null
}

const { models: _, ...columnsWithoutList } = getTableColumns(modelKeys)

/** This precedes every reply that a key answers. */
export function prepareFindAnsweringKey(
  db: Db,
): (of: Owned & { model: string }) => Promise<AnsweringKey | null> {
  const query = db
    .select({
      ...columnsWithoutList,
      listed: sql<AnsweringKey['listed']>`
        jsonb_path_query_first(${modelKeys.models}, '$[*] ? (@.model == $model)',
          jsonb_build_object('model', ${sql.placeholder('model')}::text))`,
    })
    .from(modelKeys)
    .where(and(eq(modelKeys.id, sql.placeholder('id')), eq(modelKeys.wallet, sql.placeholder('wallet'))))
    .prepare('find_answering_key')
  return async (of) => {
    const [row] = await query.execute({ ...of })
    return row ?? null
  }
}

/** `full` if the wallet has `most` keys already, `there` if the id is taken. */
export function insertModelKey(db: Db, row: ModelKeyRow, most: number): Promise<'made' | 'there' | 'full'> {
  return db.transaction(async (transaction) => {
    // Serializes requests of one wallet, because two at once could exceed the limit together.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('model keys ' || ${row.wallet}::text, 0))`,
    )
    if (await findModelKey(transaction, row.id)) return 'there'
    if ((await countModelKeys(transaction, row.wallet)) >= most) return 'full'
    const made = await transaction
      .insert(modelKeys)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: modelKeys.id })
    return made.length > 0 ? 'made' : 'there'
  })
}

/** Null if the wallet has no such key. */
export async function updateModelKey(
  db: Db,
  of: Owned,
  changes: { name?: string; caps?: KeyCaps; models?: ModelKeyRow['models']; listedAt?: Date },
): Promise<ModelKeyRow | null> {
  const [row] = await db.update(modelKeys).set(changes).where(owned(of)).returning()
  return row ?? null
}

/** Removes it for good; false if the wallet has no such key. */
export async function deleteModelKey(db: Db, of: Owned): Promise<boolean> {
  const deleted = await db.delete(modelKeys).where(owned(of)).returning({ id: modelKeys.id })
  return deleted.length > 0
}

/**
 * Under which name servers are told that a key was removed, beside ids of sessions and API keys: those of model keys are
 * chosen by clients.
 */
export const noticeOfKey = (id: string): string => `model-key:${id}`

export async function removeModelKeysOf(db: Db, wallet: string): Promise<string[]> {
  const removed = await db
    .delete(modelKeys)
    .where(eq(modelKeys.wallet, wallet))
    .returning({ id: modelKeys.id })
  return removed.map(({ id }) => id)
}

export async function existingModelKeys(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: modelKeys.id })
    .from(modelKeys)
    .where(inArray(modelKeys.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** A later use that is noted already stays. */
export async function noteModelKeyUse(db: Db, id: string, at: Date): Promise<void> {
  await db
    .update(modelKeys)
    .set({ lastUsedAt: at })
    .where(and(eq(modelKeys.id, id), or(isNull(modelKeys.lastUsedAt), lt(modelKeys.lastUsedAt, at))))
}

export type SealedKey = Pick<ModelKeyRow, 'id' | 'wallet' | 'address' | 'sealed' | 'secretId'>

/** Keys that are encrypted under another secret than this one, in the order of their ids. */
export async function listUnderOthers(
  db: Db,
  { secretId, after, limit }: { secretId: string; after: string | null; limit: number },
): Promise<SealedKey[]> {
  const { id, wallet, address, sealed, secretId: under } = modelKeys
  return db
    .select({ id, wallet, address, sealed, secretId: under })
    .from(modelKeys)
    .where(and(ne(under, secretId), after === null ? undefined : gt(id, after)))
    .orderBy(asc(id))
    .limit(limit)
}

/** Replaces a ciphertext; false if it is not the one that was read any more. */
export async function replaceSealed(
  db: Db,
  { id, sealed }: SealedKey,
  next: Pick<SealedKey, 'sealed' | 'secretId'>,
): Promise<boolean> {
  const changed = await db
    .update(modelKeys)
    .set(next)
    .where(and(eq(modelKeys.id, id), eq(modelKeys.sealed, sealed)))
    .returning({ id: modelKeys.id })
  return changed.length > 0
}
