import { and, eq, or, sql } from 'drizzle-orm'
import type { Realm, RealmPage } from '../../shared/realms.ts'
import type { Db } from './connect.ts'
import { contains } from './contains.ts'
import { after, cutPage, newestFirst, type PageRequest } from './page.ts'
import { realms } from './schema.ts'

/** The name that binds a cursor to this list. */
export const REALMS = 'realms'

function present({ lastMessage, ...row }: typeof realms.$inferSelect): Realm {
  return { ...row, createdAt: row.createdAt.toISOString() }
}

/** All realms, newest first. */
export async function listRealms(db: Db, { query, after: place, limit }: PageRequest): Promise<RealmPage> {
  const found = query
    ? or(contains(sql`lower(${realms.name})`, query), contains(sql`lower(${realms.description})`, query))
    : undefined
  const rows = await db
    .select()
    .from(realms)
    .where(and(found, after(realms, place)))
    .orderBy(...newestFirst(realms))
    .limit(limit + 1)
  const { page, nextCursor } = cutPage(REALMS, rows, limit)
  return { realms: page.map(present), nextCursor }
}

export async function findRealm(db: Db, id: string): Promise<Realm | null> {
  const [row] = await db.select().from(realms).where(eq(realms.id, id))
  return row ? present(row) : null
}

/** Stores a new realm; null where its id is taken. */
export async function insertRealm(
  db: Db,
  realm: Omit<Realm, 'createdAt'> & { createdAt: Date },
): Promise<Realm | null> {
  const [row] = await db.insert(realms).values(realm).onConflictDoNothing().returning()
  return row ? present(row) : null
}
