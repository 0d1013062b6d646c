import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { limits } from '../../../shared/common/limits.ts'
import type { Home } from '../../../shared/home.ts'
import type { ListedRealm } from '../../../shared/realms/realms.ts'
import type { Db } from '../connect/connect.ts'
import { contains } from '../contains.ts'
import { after, cutPage, newestFirst, type PageRequest } from '../page.ts'
import { realms } from '../schema/realms.ts'
import { uuids } from '../uuids.ts'
import { presentRealm, realmColumns } from './realms.ts'
import { isListedRealm, isRealmReadBy } from './visibility.ts'

/** The list names that are part of a cursor's checksum, so that a cursor is only valid for its own list. */
export const REALMS = 'realms'
export const OWN_REALMS = 'realms of a wallet'

export interface StoredRealmPage {
  realms: Omit<ListedRealm, 'here'>[]
  nextCursor: string | null
}

/** Not all of them, which could be a hundred kilobytes a page. */
const someParticipants = {
  participants: sql<string[]>`${realms.participants}[1:${sql.raw(`${limits.listedParticipants}`)}]`,
  participantCount: sql<number>`cardinality(${realms.participants})`,
}

/** Lists listed realms, newest first, of all or one creator. The partial indexes use the same condition. */
export function listRealms(
  db: Db,
  request: PageRequest & { maker?: string | undefined },
): Promise<StoredRealmPage> {
  const ofMaker = request.maker ? eq(realms.createdBy, request.maker) : undefined
  return readPage(db, REALMS, and(isListedRealm, ofMaker), request)
}

/** Lists the realms that a wallet created or participates in, including unlisted ones, newest first. */
export function listRealmsOf(db: Db, wallet: string, request: PageRequest): Promise<StoredRealmPage> {
  const own = or(eq(realms.createdBy, wallet), sql`participants @> array[${wallet}]::text[]`)
  return readPage(db, OWN_REALMS, and(isRealmReadBy(wallet), own), request, wallet)
}

async function readPage(
  db: Db,
  list: string,
  among: SQL | undefined,
  { query, after: place, limit }: PageRequest,
  wallet: string | null = null,
): Promise<StoredRealmPage> {
  const found = query
    ? or(contains(sql`lower(${realms.name})`, query), contains(sql`lower(${realms.description})`, query))
    : undefined
  const rows = await db
    .select({
      ...realmColumns,
      ...someParticipants,
      lastMessage: realms.lastMessage,
      moderation: realms.moderation,
    })
    .from(realms)
    .where(and(among, found, after(realms, place)))
    .orderBy(...newestFirst(realms))
    .limit(limit + 1)
  const { page, nextCursor } = cutPage(list, rows, limit)
  const told = page.map(({ moderation, ...realm }) =>
    moderation !== null && realm.createdBy === wallet ? { ...realm, moderation } : realm,
  )
  return { realms: told.map(presentRealm), nextCursor }
}

/** Those of the given realms that are listed, as the home screen shows them. */
export async function findListedRealms(
  db: Db,
  ids: readonly string[],
): Promise<Omit<Home['live'][number], 'here'>[]> {
  if (ids.length === 0) return []
  return db
    .select({ id: realms.id, name: realms.name, description: realms.description })
    .from(realms)
    .where(and(sql`${realms.id} = any(${uuids(ids)})`, isListedRealm))
}
