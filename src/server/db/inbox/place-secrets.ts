import { and, asc, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { placeSecrets } from '../schema/tools.ts'

export type PlaceSecretRow = typeof placeSecrets.$inferSelect

export async function findPlaceSecret(db: Db, name: string): Promise<PlaceSecretRow | null> {
  const [row] = await db.select().from(placeSecrets).where(eq(placeSecrets.name, name))
  return row ?? null
}

/** Of several servers that make it at once one succeeds, and all get what that one made. */
export async function makePlaceSecret(db: Db, row: PlaceSecretRow): Promise<PlaceSecretRow> {
  await db.insert(placeSecrets).values(row).onConflictDoNothing()
  return (await findPlaceSecret(db, row.name)) ?? row
}

export async function replacePlaceSecret(db: Db, row: PlaceSecretRow): Promise<void> {
  const { name, ...anew } = row
  await db.update(placeSecrets).set(anew).where(eq(placeSecrets.name, name))
}

/** Those that are encrypted under another secret than this one. */
export async function listPlaceSecretsUnderOthers(
  db: Db,
  { secretId, after, limit }: { secretId: string; after: string; limit: number },
): Promise<PlaceSecretRow[]> {
  return db
    .select()
    .from(placeSecrets)
    .where(and(ne(placeSecrets.secretId, secretId), gt(placeSecrets.name, after)))
    .orderBy(asc(placeSecrets.name))
    .limit(limit)
}
