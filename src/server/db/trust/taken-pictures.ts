import { eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'
import { takenPictures } from '../schema/moderation.ts'

const likeRow = z.object({ hash: z.string(), distance: z.number() })

export async function anyTakenLooks(db: Db): Promise<boolean> {
  const [any] = await db
    .select({ hash: takenPictures.hash })
    .from(takenPictures)
    .where(isNotNull(takenPictures.looks))
    .limit(1)
  return any !== undefined
}

export async function storeLooks(db: Db, hash: string, looks: string): Promise<void> {
  await db.update(takenPictures).set({ looks }).where(eq(takenPictures.hash, hash))
}

/**
 * The picture that was taken down and is most like this one; `distance` counts the bits that differ. All of them are read,
 * by the database, which counts bits of ten thousand in some milliseconds: no server keeps a list that is out of date when
 * another takes a picture down.
 */
export async function findTakenLike(
  db: Db,
  { hash, looks, most }: { hash: string; looks: string | null; most: number },
): Promise<{ hash: string; distance: number } | null> {
  const differing = sql`bit_count(('x' || looks)::bit(256) # ('x' || ${looks}::text)::bit(256))::int`
  const [like] = await rows(
    db,
    likeRow,
    sql`
    select hash, distance from (
      select hash, 0 as distance from ${takenPictures} where hash = ${hash}
      union all select hash, ${differing} from ${takenPictures} where looks is not null and ${looks}::text is not null
    ) as alike where distance <= ${most}::int order by distance, hash limit 1`,
  )
  return like ?? null
}
