import { and, asc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type Source,
  type SourceState,
  type SourcesOpen,
  type SourceType,
  sourcesOpenSchema,
} from '../../../shared/knowledge/sources.ts'
import { isListedAs } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { deletableRows } from '../deletable-rows.ts'
import { countRows, rows } from '../rows.ts'
import { agentKnowledge, sources, sourceVersions } from '../schema/knowledge.ts'

/** The agent or the conversation that sources belong to. */
export type Collection = { agentId: string } | { conversationId: string; wallet: string }

/** The column that decides which sources belong to a collection, and the wallet in case of a conversation. */
const within = (collection: Collection) =>
  'agentId' in collection
    ? eq(sources.agentId, collection.agentId)
    : and(eq(sources.conversationId, collection.conversationId), eq(sources.wallet, collection.wallet))

/** The sources of agents. Their owner column is the agent. */
export const deletableSources = deletableRows(sources, sources.agentId)

/** A source with its newest version, and further columns. */
export const sourceRows = <More extends Record<string, SQL> = Record<never, never>>(db: Db, more?: More) =>
  db
    .select({ source: sources, newest: sourceVersions, ...(more as More) })
    .from(sources)
    .innerJoin(
      sourceVersions,
      and(eq(sourceVersions.sourceId, sources.id), eq(sourceVersions.version, sources.version)),
    )

interface Row {
  source: typeof sources.$inferSelect
  newest: typeof sourceVersions.$inferSelect
}

function present(agentId: string, { source, newest }: Row, position: number): Source {
  return {
    id: source.id,
    agentId,
    name: source.name,
    type: documentType(newest.type),
    bytes: newest.bytes,
    version: source.version,
    position,
    state: stateOf(newest),
    createdAt: source.createdAt.toISOString(),
  }
}

/** Agents have documents alone; a picture among them is a mistake of this program. */
function documentType(type: StoredType): SourceType {
  if (type === 'picture') throw new Error('an agent has a picture among its documents')
  return type
}

/** The progress of reading a version. */
export function stateOf(version: Row['newest']): SourceState {
  switch (version.state) {
    case 'waiting':
      return { kind: 'waiting' }
    case 'reading':
      return { kind: 'reading', done: version.done, of: version.parts }
    case 'ready': {
      const { pages, passages, characters, language, notes } = version
      return { kind: 'ready', pages, passages, characters, language, notes }
    }
    case 'failed':
      return { kind: 'failed', reason: version.reason ?? 'This file can not be read.' }
    default:
      return version.state satisfies never
  }
}

/** Lists the sources of an agent in their order. */
export async function listSources(db: Db, agentId: string): Promise<Source[]> {
  const found = await sourceRows(db)
    .where(and(eq(sources.agentId, agentId), isNull(sources.deletedAt)))
    .orderBy(asc(sources.position), asc(sources.createdAt), asc(sources.id))
  return found.map((row, index) => present(agentId, row, index + 1))
}

/** Finds a source, deleted or not. */
export async function findSource(
  db: Db,
  id: string,
): Promise<Pick<typeof sources.$inferSelect, 'agentId' | 'conversationId' | 'wallet' | 'deletedAt'> | null> {
  const [row] = await db
    .select({
      agentId: sources.agentId,
      conversationId: sources.conversationId,
      wallet: sources.wallet,
      deletedAt: sources.deletedAt,
    })
    .from(sources)
    .where(eq(sources.id, id))
  return row ?? null
}

/** Finds the file of a source's newest version; null if there is none. */
export async function findSourceFile(
  db: Db,
  id: string,
): Promise<{ name: string; type: StoredType; bytes: number; fileId: string } | null> {
  const [row] = await sourceRows(db).where(and(eq(sources.id, id), isNull(sources.deletedAt)))
  const { fileId, type, bytes } = row?.newest ?? {}
  if (!row || !fileId || !type || bytes === undefined) return null
  return { name: row.source.name, type, bytes, fileId }
}

/** Finds the file of the version that is searched, if that is not the newest one; null if there is none. */
export async function findEarlierFile(
  db: Db,
  { id, agentId }: { id: string; agentId: string },
): Promise<{ version: number; type: StoredType; bytes: number; fileId: string } | null> {
  const { version, type, bytes, fileId } = sourceVersions
  const [row] = await db
    .select({ version, type, bytes, fileId })
    .from(sources)
    .innerJoin(sourceVersions, and(eq(sourceVersions.id, sources.searched), lt(version, sources.version)))
    .where(and(eq(sources.id, id), eq(sources.agentId, agentId), isNull(sources.deletedAt)))
  return row?.fileId ? { ...row, fileId: row.fileId } : null
}

export async function findSourcesOpen(db: Db, agentId: string): Promise<SourcesOpen> {
  const [row] = await db
    .select({ sourcesOpen: agentKnowledge.sourcesOpen })
    .from(agentKnowledge)
    .where(eq(agentKnowledge.agentId, agentId))
  return row?.sourcesOpen ?? 'passages'
}

export async function setSourcesOpen(db: Db, agentId: string, sourcesOpen: SourcesOpen): Promise<void> {
  await db
    .insert(agentKnowledge)
    .values({ agentId, sourcesOpen })
    .onConflictDoUpdate({ target: agentKnowledge.agentId, set: { sourcesOpen } })
}

/**
 * The stored bytes: the files of the newest versions, and of replaced ones the text, which stays because replies may
 * cite it.
 */
const kept = sql`coalesce(sum(case when v.version = s.version then v.bytes else v.characters end), 0)::float8`

/** The condition for sources that count: those not deleted, and deleted ones that can still be restored. */
const there = (undoable: Date) =>
  sql`(s.deleted_at is null or s.deleted_at > ${undoable.toISOString()}::timestamptz)`

/** The number of sources of a collection, and the bytes they use. */
export async function measureSources(
  db: Db,
  collection: Collection,
  undoable: Date,
): Promise<{ files: number; bytes: number }> {
  const whose =
    'agentId' in collection
      ? sql`s.agent_id = ${collection.agentId}`
      : sql`s.conversation_id = ${collection.conversationId} and s.wallet = ${collection.wallet}`
  const [row] = await rows(
    db,
    z.object({ files: z.int(), bytes: z.number() }),
    sql`
    select count(distinct s.id)::int as files, ${kept} as bytes
    from sources s join source_versions v on v.source_id = s.id
    where ${whose} and ${there(undoable)}`,
  )
  return row ?? { files: 0, bytes: 0 }
}

/** The bytes that the sources of all agents and of all conversations of a wallet use. */
export async function measureSourcesOf(db: Db, owner: string, undoable: Date): Promise<number> {
  const [row] = await rows(
    db,
    z.object({ bytes: z.number() }),
    sql`
    with own as (
      select s.* from agents a join sources s on s.agent_id = a.id
      where a.owner = ${owner} and (a.deleted_at is null or a.deleted_at > ${undoable.toISOString()}::timestamptz)
      union all
      select s.* from sources s left join conversations c on c.id = s.conversation_id and c.owner = s.wallet
      where s.wallet = ${owner} and (c.deleted_at is null or c.deleted_at > ${undoable.toISOString()}::timestamptz)
    )
    select ${kept} as bytes from own s join source_versions v on v.source_id = s.id where ${there(undoable)}`,
  )
  return row?.bytes ?? 0
}

/** The type of a stored file: of a document, or a picture in a conversation. */
export type StoredType = SourceType | 'picture'

/** An uploaded file, to be stored as a version of a source. */
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
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('sources of ' || ${collectionId}::text, 0))`,
    )
    return work(transaction)
  })
}

/**
 * Stores a new source after the others; `taken` if its id is used.
 * @param mayKeep checks the limits once no other change can come between
 */
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

/** Stores the next version of a source; `passed` if its current version is not the one to be replaced. */
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

/** Whether this is the newest version of the source and has this file. */
export async function isNewestFile(
  db: Db,
  sourceId: string,
  version: number,
  fileId: string,
): Promise<boolean> {
  const found = await sourceRows(db).where(
    and(
      eq(sources.id, sourceId),
      eq(sources.version, version),
      eq(sourceVersions.fileId, fileId),
      isNull(sources.deletedAt),
    ),
  )
  return found.length > 0
}

/** Changes a source's name or position; false if there is no such source. */
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

/** What the access rules of a source depend on: who may search it, and what visitors may open. */
export type SourceAccess = z.infer<typeof sourceAccessSchema>

const sourceAccessSchema = z.object({
  /** The owner of its agent, or of its conversation. */
  owner: z.string(),
  /** Whether others than the owner may search it; false for drafts, hidden agents and conversations. */
  isOpen: z.boolean(),
  sourcesOpen: sourcesOpenSchema,
  /** Its agent; null for a file of a conversation. */
  agent: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The wallet of the API key in question; null if that one is revoked, has expired or is for another agent. */
  keyWallet: z.nullable(z.string()),
})

/**
 * Finds who may see a source; null if it, its agent or its conversation is deleted or does not exist.
 * @param key an API key by which it may be seen
 */
export async function findSourceAccess(
  db: Db,
  sourceId: string,
  key: { id: string; now: Date } | null = null,
): Promise<SourceAccess | null> {
  const [row] = await rows(
    db,
    sourceAccessSchema,
    sql`
    select coalesce(a.owner, s.wallet) as owner, coalesce(${isListedAs('a')}, false) as "isOpen",
      coalesce(k.sources_open, 'passages') as "sourcesOpen",
      case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as agent, by_key.wallet as "keyWallet"
    from sources s
      left join agents a on a.id = s.agent_id and a.deleted_at is null
      left join agent_knowledge k on k.agent_id = a.id
      left join conversations c on c.id = s.conversation_id and c.owner = s.wallet
      left join api_keys by_key on by_key.id = ${key?.id ?? null}::uuid
        and (by_key.expires_at is null or by_key.expires_at > ${key?.now.toISOString() ?? null}::timestamptz)
        and (by_key.agent_id is null or by_key.agent_id = s.agent_id)
    where s.id = ${sourceId} and s.deleted_at is null and (s.agent_id is null or a.id is not null)
      and c.deleted_at is null`,
  )
  return row ?? null
}

/** How many index rows one statement removes. */
const REMOVED_AT_ONCE = 20_000

/**
 * Removes the index entries of sources that were deleted before a time, alone or with their agent or conversation, in
 * portions, so that the statement that removes the sources themselves is short.
 */
export async function removeDeletedTerms(db: Db, before: Date): Promise<void> {
  const time = sql`${before.toISOString()}::timestamptz`
  for (;;) {
    const gone = await countRows(
      db,
      sql`
      delete from source_terms where ctid = any(array(
        select t.ctid from sources s
          left join agents a on a.id = s.agent_id
          left join conversations c on c.id = s.conversation_id
          join source_versions v on v.source_id = s.id
          join source_terms t on t.version_id = v.id
        where s.deleted_at < ${time} or a.deleted_at < ${time} or c.deleted_at < ${time} limit ${REMOVED_AT_ONCE}
      ))`,
    )
    if (gone < REMOVED_AT_ONCE) return
  }
}
