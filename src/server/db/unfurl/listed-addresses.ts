import { count } from 'drizzle-orm'
import { isListed } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { isListedRealm } from '../realms/visibility.ts'
import { agents } from '../schema/agents.ts'
import { realms } from '../schema/realms.ts'

// Public, visible agents and listed realms for search engines, oldest first, so that new ones change only the last
// page.

export type Listing = 'agents' | 'realms'

export async function countListed(db: Db): Promise<Record<Listing, number>> {
  const [[agentsListed], [realmsListed]] = await Promise.all([
    db.select({ count: count() }).from(agents).where(isListed),
    db.select({ count: count() }).from(realms).where(isListedRealm),
  ])
  return { agents: agentsListed?.count ?? 0, realms: realmsListed?.count ?? 0 }
}

/** The ids of one page of a listing; the first page is 0. */
export async function readListed(
  db: Db,
  listing: Listing,
  { page, perPage }: { page: number; perPage: number },
): Promise<string[]> {
  const [table, isShown] = listing === 'agents' ? [agents, isListed] : [realms, isListedRealm]
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(isShown)
    .orderBy(table.createdAt, table.id)
    .limit(perPage)
    .offset(page * perPage)
  return rows.map(({ id }) => id)
}
