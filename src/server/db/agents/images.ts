import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { agents, agentVersions, images, imageUploads, remoteImages } from '../schema/agents.ts'
import { people } from '../schema/people.ts'

/** Keeps a picture under its hash; one that is there already counts as new again. */
export async function storeImage(db: Db, hash: string, bytes: Uint8Array, at: Date): Promise<void> {
  await db
    .insert(images)
    .values({ hash, bytes, createdAt: at })
    .onConflictDoUpdate({ target: images.hash, set: { createdAt: at } })
}

/** Writes down who uploaded a stored picture. @returns whether that wallet had not done so before */
export async function recordUpload(
  db: Db,
  { wallet, hash, at }: { wallet: string; hash: string; at: Date },
): Promise<boolean> {
  const rows = await db
    .insert(imageUploads)
    .values({ wallet, hash, createdAt: at })
    .onConflictDoNothing()
    .returning({ hash: imageUploads.hash })
  return rows.length > 0
}

/** Whether a wallet has uploaded this picture before, and it is still kept. */
export async function isUploadOf(db: Db, wallet: string, hash: string): Promise<boolean> {
  const rows = await db
    .select({ hash: imageUploads.hash })
    .from(imageUploads)
    .where(and(eq(imageUploads.wallet, wallet), eq(imageUploads.hash, hash)))
  return rows.length > 0
}

/** Makes a stored picture count as new, so that no sweep takes it from who is about to use it; false where there is none. */
export async function renewImage(db: Db, hash: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(images)
    .set({ createdAt: at })
    .where(eq(images.hash, hash))
    .returning({ hash: images.hash })
  return rows.length > 0
}

export async function findImage(db: Db, hash: string): Promise<Uint8Array | null> {
  const [row] = await db.select({ bytes: images.bytes }).from(images).where(eq(images.hash, hash))
  return row?.bytes ?? null
}

/**
 * Removes pictures that no agent shows, or showed in a version that is kept, that no person shows, that are the copy of no
 * picture from the web, and that were last stored or chosen before a time.
 */
export async function removeUnusedImages(db: Db, before: Date): Promise<void> {
  await db
    .delete(images)
    .where(
      and(
        lt(images.createdAt, before),
        ...[agents, agentVersions, people].map(
          (table) =>
            sql`not exists (select from ${table} where ${table.imageUrl} = '/images/' || ${images.hash} || '.webp')`,
        ),
        sql`not exists (select from ${remoteImages} where ${remoteImages.imageHash} = ${images.hash})`,
      ),
    )
}
