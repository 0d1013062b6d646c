import { and, eq, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { agents, agentVersions, remoteImages } from '../schema/agents.ts'

export type RemoteImage = typeof remoteImages.$inferSelect

export async function findRemoteImage(db: Db, urlHash: string): Promise<RemoteImage | null> {
  const [row] = await db.select().from(remoteImages).where(eq(remoteImages.urlHash, urlHash))
  return row ?? null
}

/** Renews the time of a URL that is stored already, so that no sweep removes it just before it is used. */
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

/** Of all callers that know this state, one gets the attempt; it counts as failed until `storeRemoteCopy` is called. */
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

/** The picture is in `images` under this hash; the URL need not be stored yet. */
export async function storeRemoteCopy(
  db: Db,
  { urlHash, url, imageHash, at }: { urlHash: string; url: string; imageHash: string; at: Date },
): Promise<void> {
  await db
    .insert(remoteImages)
    .values({ urlHash, url, imageHash, triedAt: at, createdAt: at })
    .onConflictDoUpdate({ target: remoteImages.urlHash, set: { imageHash, failures: 0, createdAt: at } })
}

export const isUsedOnTheWeb = or(
  ...[agents, agentVersions].map(
    (table) => sql`exists (select from ${table} where ${table.imageUrl} = ${remoteImages.url})`,
  ),
) as SQL

/** Removes URLs last chosen before a time. Their copies are unused pictures from then on. */
export async function removeUnusedRemoteImages(db: Db, before: Date): Promise<void> {
  await db.delete(remoteImages).where(and(lt(remoteImages.createdAt, before), not(isUsedOnTheWeb)))
}

/** Stores the URLs that agents use and that are not stored yet: the agents may be older than this table. */
export async function rememberNamedImages(db: Db, at: Date): Promise<void> {
  await db.execute(sql`
    insert into ${remoteImages} (url_hash, url, created_at)
    select encode(sha256(convert_to(image_url, 'UTF8')), 'hex'), image_url, ${at.toISOString()}::timestamptz
    from (select image_url from ${agents} union select image_url from ${agentVersions}) named
    where image_url ilike 'https://%' on conflict do nothing`)
}
