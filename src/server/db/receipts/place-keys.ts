import { and, asc, isNull, ne } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { placeKeys } from '../schema/trust.ts'

type PlaceKeyRow = typeof placeKeys.$inferSelect

/** All keys that ever signed, oldest first. */
export function listPlaceKeys(db: Db): Promise<PlaceKeyRow[]> {
  return db.select().from(placeKeys).orderBy(asc(placeKeys.createdAt), asc(placeKeys.id))
}

/** Publishes a key that signs from now on; whichever did before is retired. */
export async function publishPlaceKey(db: Db, key: Omit<PlaceKeyRow, 'retiredAt'>): Promise<void> {
  await db.transaction(async (transaction) => {
    const made = await transaction
      .insert(placeKeys)
      .values({ ...key, retiredAt: null })
      .onConflictDoNothing()
      .returning({ id: placeKeys.id })
    if (made.length === 0) return
    await transaction
      .update(placeKeys)
      .set({ retiredAt: key.createdAt })
      .where(and(isNull(placeKeys.retiredAt), ne(placeKeys.id, key.id)))
  })
}
