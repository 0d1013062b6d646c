import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import type { Place } from '../cursor.ts'
import { lockNames } from '../lock-names.ts'
import { cutPage } from '../page.ts'
import { blocks } from '../schema/moderation.ts'
import { people } from '../schema/people.ts'

/** The list's name in its cursors. */
export const BLOCKS = 'blocks'

/** Two people who were blocked in the same millisecond need an order, too. */
const place = sql<string>`md5(${blocks.blocked})::uuid`

/** Lists whom a wallet blocks, last blocked first. */
export async function listBlocks(
  db: Db,
  wallet: string,
  { after, limit }: { after: Place | undefined; limit: number },
) {
  const rows = await db
    .select({
      address: blocks.blocked,
      name: people.name,
      pictureUrl: people.imageUrl,
      noCopies: blocks.noCopies,
      createdAt: blocks.createdAt,
      id: place,
    })
    .from(blocks)
    .leftJoin(people, eq(people.address, blocks.blocked))
    .where(
      and(
        eq(blocks.wallet, wallet),
        after &&
          sql`(${blocks.createdAt}, ${place}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(blocks.createdAt), desc(place))
    .limit(limit + 1)
  return cutPage(BLOCKS, rows, limit)
}

/** Everybody whom a wallet blocks; there are at most `trustLimits.blocks`. */
export function findBlocks(db: Db, wallet: string): Promise<{ blocked: string; noCopies: boolean }[]> {
  return db
    .select({ blocked: blocks.blocked, noCopies: blocks.noCopies })
    .from(blocks)
    .where(eq(blocks.wallet, wallet))
    .orderBy(desc(blocks.createdAt), desc(place))
}

export async function findBlock(
  db: Db,
  wallet: string,
  blocked: string,
): Promise<{ noCopies: boolean } | null> {
  const [row] = await db
    .select({ noCopies: blocks.noCopies })
    .from(blocks)
    .where(and(eq(blocks.wallet, wallet), eq(blocks.blocked, blocked)))
  return row ?? null
}

/** Blocks somebody, or changes how; one who is blocked already counts once. */
export function storeBlock(
  db: Db,
  block: { wallet: string; blocked: string; noCopies: boolean; at: Date; most: number },
): Promise<'stored' | 'full'> {
  const { wallet, blocked, noCopies, at, most } = block
  return db.transaction(async (transaction) => {
    // Two at once could exceed the limit together.
    await lockNames(transaction, `blocks ${wallet}`)
    const changed = await transaction
      .update(blocks)
      .set({ noCopies })
      .where(and(eq(blocks.wallet, wallet), eq(blocks.blocked, blocked)))
      .returning({ blocked: blocks.blocked })
    if (changed.length > 0) return 'stored'
    const [kept] = await transaction.select({ count: count() }).from(blocks).where(eq(blocks.wallet, wallet))
    if ((kept?.count ?? 0) >= most) return 'full'
    await transaction.insert(blocks).values({ wallet, blocked, noCopies, createdAt: at })
    return 'stored'
  })
}

export async function deleteBlock(db: Db, wallet: string, blocked: string): Promise<void> {
  await db.delete(blocks).where(and(eq(blocks.wallet, wallet), eq(blocks.blocked, blocked)))
}
