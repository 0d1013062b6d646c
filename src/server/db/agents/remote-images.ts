import { and, eq, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { agents, agentVersions, remoteImages } from '../schema/agents.ts'

/** An address of a picture on the web, and what has come of fetching it. */
export type RemoteImage = typeof remoteImages.$inferSelect

export async function findRemoteImage(db: Db, urlHash: string): Promise<RemoteImage | null> {
  const [row] = await db.select().from(remoteImages).where(eq(remoteImages.urlHash, urlHash))
  return row ?? null
}

/** Remembers an address; one that is there counts as new again, so that no sweep takes it from who is about to use it. */
export async function rememberRemoteImage(
  db: Db,
  { urlHash, url, at }: { urlHash: string; url: string; at: Date },
): Promise<RemoteImage> {
  const [row] = await db
    .insert(remoteImages)
    .values({ urlHash, url, createdAt: at })
    .onConflictDoUpdate({ target: remoteImages.urlHash, set: { createdAt: at } })
    .returning()
  return row as RemoteImage
}

/**
 * Takes the next try for an address that has no copy: of all who know it as it is now, on whichever server, one gets it.
 * The try counts as failed until `storeRemoteCopy` says otherwise, so that a server that ends meanwhile leaves nothing
 * undone.
 */
export async function claimRemoteImage(db: Db, known: RemoteImage, at: Date): Promise<boolean> {
  const claimed = await db
    .update(remoteImages)
    .set({ triedAt: at, failures: known.failures + 1 })
    .where(
      and(
        eq(remoteImages.urlHash, known.urlHash),
        isNull(remoteImages.imageHash),
        eq(remoteImages.failures, known.failures),
        known.triedAt ? eq(remoteImages.triedAt, known.triedAt) : isNull(remoteImages.triedAt),
      ),
    )
    .returning({ urlHash: remoteImages.urlHash })
  return claimed.length > 0
}

/** The picture of an address, which need not be remembered yet, is kept in `images` under this hash. */
export async function storeRemoteCopy(
  db: Db,
  { urlHash, url, imageHash, at }: { urlHash: string; url: string; imageHash: string; at: Date },
): Promise<void> {
  await db
    .insert(remoteImages)
    .values({ urlHash, url, imageHash, triedAt: at, createdAt: at })
    .onConflictDoUpdate({ target: remoteImages.urlHash, set: { imageHash, failures: 0, createdAt: at } })
}

/** Whether an agent, or a version of one, names the address. */
const isNamed = or(
  ...[agents, agentVersions].map(
    (table) => sql`exists (select from ${table} where ${table.imageUrl} = ${remoteImages.url})`,
  ),
) as SQL

/** Forgets addresses that nobody names and that were last chosen before a time; their copies are then unused pictures. */
export async function removeUnusedRemoteImages(db: Db, before: Date): Promise<void> {
  await db.delete(remoteImages).where(and(lt(remoteImages.createdAt, before), not(isNamed)))
}

/** Remembers what agents name and is not remembered: they may be older than the table. */
export async function rememberNamedImages(db: Db, at: Date): Promise<void> {
  await db.execute(sql`
    insert into ${remoteImages} (url_hash, url, created_at)
    select encode(sha256(convert_to(image_url, 'UTF8')), 'hex'), image_url, ${at.toISOString()}::timestamptz
    from (select image_url from ${agents} union select image_url from ${agentVersions}) named
    where image_url ilike 'https://%' on conflict do nothing`)
}
