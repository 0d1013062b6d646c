import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../connect/connect.ts'
import { lockNames } from '../lock-names.ts'
import { sources, sourceVersions } from '../schema/knowledge.ts'
import { type Collection, type StoredType, sourceRows, within } from './sources.ts'

export interface NewVersion {
  wallet: string
  fileId: string
  type: StoredType
  bytes: number
  at: Date
}

/** Runs changes to the sources of a collection one after the other, so that counts and positions stay correct. */
function inTurn<Result>(
  db: Db,
  collectionId: string,
  work: (transaction: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    await lockNames(transaction, `sources of ${collectionId}`)
    return work(transaction)
  })
}

/** `taken` if the id is used. `mayKeep` checks the limits once no other change can come between. */
export function insertSource(
  db: Db,
  { id, name, collection }: { id: string; name: string; collection: Collection },
  { at, ...version }: NewVersion,
  mayKeep: (transaction: Db) => Promise<void>,
): Promise<'stored' | 'taken'> {
  const collectionId = 'agentId' in collection ? collection.agentId : collection.conversationId
  return inTurn(db, collectionId, async (transaction) => {
    await mayKeep(transaction)
    const inserted = await transaction
      .insert(sources)
      .values({
        id,
        name,
        ...collection,
        position: sql`(select coalesce(max(position), 0) + 1 from ${sources} where ${within(collection)})`,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: sources.id })
    if (inserted.length === 0) return 'taken'
    await transaction.insert(sourceVersions).values({
      ...version,
      sourceId: id,
      version: 1,
      state: version.type === 'picture' ? 'ready' : 'waiting',
      createdAt: at,
    })
    return 'stored'
  })
}

/** `passed` if the current version is not the one to be replaced. */
export function insertVersion(
  db: Db,
  source: { id: string; agentId: string; name?: string | undefined; replaces: number },
  { at, ...version }: NewVersion,
  mayKeep: (transaction: Db) => Promise<void>,
): Promise<'stored' | 'passed'> {
  return inTurn(db, source.agentId, async (transaction) => {
    await mayKeep(transaction)
    const next = source.replaces + 1
    const updated = await transaction
      .update(sources)
      .set({ version: next, ...(source.name !== undefined && { name: source.name }) })
      .where(
        and(
          eq(sources.id, source.id),
          eq(sources.agentId, source.agentId),
          eq(sources.version, source.replaces),
          isNull(sources.deletedAt),
        ),
      )
      .returning({ id: sources.id })
    if (updated.length === 0) return 'passed'
    // Versions that have not been read yet no longer need to be.
    await transaction.execute(sql`
      update source_versions set state = 'failed', claim = null, reason = 'Another file took its place.', file_id = null
      where source_id = ${source.id} and state in ('waiting', 'reading')`)
    await transaction
      .insert(sourceVersions)
      .values({ ...version, sourceId: source.id, version: next, createdAt: at })
    return 'stored'
  })
}

/** Whether a source, of this version or name, has this content. */
export async function isNewestFile(
  db: Db,
  { id, fileId, version, name }: { id: string; fileId: string; version?: number; name?: string },
): Promise<boolean> {
  const found = await sourceRows(db).where(
    and(
      eq(sources.id, id),
      version === undefined ? undefined : eq(sources.version, version),
      name === undefined ? undefined : eq(sources.name, name),
      eq(sourceVersions.fileId, fileId),
      isNull(sources.deletedAt),
    ),
  )
  return found.length > 0
}

/** False if there is no such source. */
export function changeSource(
  db: Db,
  { id, agentId }: { id: string; agentId: string },
  { name, position }: { name?: string | undefined; position?: number | undefined },
): Promise<boolean> {
  return inTurn(db, agentId, async (transaction) => {
    const own = await transaction
      .select({ id: sources.id })
      .from(sources)
      .where(and(eq(sources.agentId, agentId), isNull(sources.deletedAt)))
      .orderBy(asc(sources.position), asc(sources.createdAt), asc(sources.id))
    if (!own.some((source) => source.id === id)) return false
    if (name !== undefined) await transaction.update(sources).set({ name }).where(eq(sources.id, id))
    if (position !== undefined) {
      const ids = own.flatMap((source) => (source.id === id ? [] : [source.id]))
      ids.splice(position - 1, 0, id)
      await transaction.execute(sql`
        update sources set position = place.position
        from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) with ordinality as place(id, position)
        where sources.id = place.id::uuid and sources.agent_id = ${agentId}`)
    }
    return true
  })
}
