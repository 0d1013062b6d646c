import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import type { HeldBytes } from '../files/stored-files.ts'
import { agents, agentVersions, images, imageUploads, remoteImages } from '../schema/agents.ts'
import { deskCases, takenPictures } from '../schema/moderation.ts'
import { people } from '../schema/people.ts'

/** Stores a picture under its hash. If it is stored already, only its time is renewed, wherever its bytes are. */
export async function storeImage(db: Db, hash: string, held: HeldBytes, at: Date): Promise<void> {
  await db
    .insert(images)
    .values({ hash, ...held, createdAt: at })
    .onConflictDoUpdate({ target: images.hash, set: { createdAt: at } })
}

/** Returns whether this is the wallet's first upload of the picture. */
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

/** Whether a wallet has uploaded this picture and it is still stored. */
export async function isUploadOf(db: Db, wallet: string, hash: string): Promise<boolean> {
  const rows = await db
    .select({ hash: imageUploads.hash })
    .from(imageUploads)
    .where(and(eq(imageUploads.wallet, wallet), eq(imageUploads.hash, hash)))
  return rows.length > 0
}

/** Keeps a sweep from removing a picture just before it is used; false if it is not stored. */
export async function renewImage(db: Db, hash: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(images)
    .set({ createdAt: at })
    .where(eq(images.hash, hash))
    .returning({ hash: images.hash })
  return rows.length > 0
}

/** Null for a picture that was taken down, too: nobody gets its bytes from here. Its bytes are null if a store has them. */
export async function findImage(db: Db, hash: string): Promise<{ bytes: Uint8Array | null } | null> {
  const [row] = await db
    .select({ bytes: images.bytes })
    .from(images)
    .where(
      and(
        eq(images.hash, hash),
        sql`not exists (select from ${takenPictures} where ${takenPictures.hash} = ${images.hash})`,
      ),
    )
  return row ?? null
}

export async function isPictureTaken(db: Db, hash: string): Promise<boolean> {
  const rows = await db
    .select({ hash: takenPictures.hash })
    .from(takenPictures)
    .where(eq(takenPictures.hash, hash))
  return rows.length > 0
}

/** No agent, stored agent version or person shows it, and it is not the copy of a picture from the web. */
export const isUnusedImage = and(
  ...[agents, agentVersions, people].map(
    (table) =>
      sql`not exists (select from ${table} where ${table.imageUrl} = '/images/' || ${images.hash} || '.webp')`,
  ),
  sql`not exists (select from ${remoteImages} where ${remoteImages.imageHash} = ${images.hash})`,
  // What was reported stays to be looked at until somebody has decided.
  sql`not exists (
    select from ${deskCases} where kind = 'picture' and subject = ${images.hash} and state <> 'closed')`,
)

/** Removes unused pictures that were last stored or chosen before a time. */
export async function removeUnusedImages(db: Db, before: Date): Promise<void> {
  await db.delete(images).where(and(lt(images.createdAt, before), isUnusedImage))
}
