import { inArray, lt } from 'drizzle-orm'
import type { Dialect } from '../../../shared/models/own-keys.ts'
import type { Db } from '../connect/connect.ts'
import { modelCarries } from '../schema/models.ts'

/** What a model wants back with calls, under the id of the first of them. */
interface StoredCarry {
  id: string
  provider: string
  model: string
  dialect: Dialect
  bytes: string
}

export async function storeCarry(db: Db, carry: StoredCarry, createdAt: Date): Promise<void> {
  const { id: _, ...fields } = carry
  await db
    .insert(modelCarries)
    .values({ ...carry, createdAt })
    .onConflictDoUpdate({ target: modelCarries.id, set: { ...fields, createdAt } })
}

export function findCarries(db: Db, ids: readonly string[]): Promise<StoredCarry[]> {
  const { id, provider, model, dialect, bytes } = modelCarries
  return db
    .select({ id, provider, model, dialect, bytes })
    .from(modelCarries)
    .where(inArray(id, [...ids]))
}

export async function sweepCarries(db: Db, before: Date): Promise<void> {
  await db.delete(modelCarries).where(lt(modelCarries.createdAt, before))
}
