import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type Source,
  type SourceState,
  type SourcesOpen,
  type SourceType,
  sourcesOpenSchema,
} from '../../../shared/knowledge/sources.ts'
import type { Db } from '../connect/connect.ts'
import { deletableRows } from '../deletable-rows.ts'
import { countRows, rows } from '../rows.ts'
import { agentKnowledge, sources, sourceVersions } from '../schema/knowledge.ts'

/** The sources of agents. Their owner column is the agent. */
export const deletableSources = deletableRows(sources, sources.agentId)

/** A source with its newest version. */
const sourceRows = (db: Db) =>
  db
    .select({ source: sources, newest: sourceVersions })
    .from(sources)
    .innerJoin(
      sourceVersions,
      and(eq(sourceVersions.sourceId, sources.id), eq(sourceVersions.version, sources.version)),
    )

type Row = Awaited<ReturnType<typeof sourceRows>>[number]

function present({ source, newest }: Row, position: number): Source {
  return {
    id: source.id,
    agentId: source.agentId,
    name: source.name,
    type: newest.type,
    bytes: newest.bytes,
    version: source.version,
    position,
    state: stateOf(newest),
    createdAt: source.createdAt.toISOString(),
  }
}

function stateOf(version: Row['newest']): SourceState {
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
  return found.map((row, index) => present(row, index + 1))
}

/** Finds a source, deleted or not. */
export async function findSource(
  db: Db,
  id: string,
): Promise<{ agentId: string; version: number; name: string; deletedAt: Date | null } | null> {
  const [row] = await db
    .select({
      agentId: sources.agentId,
      version: sources.version,
      name: sources.name,
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
): Promise<{ agentId: string; name: string; type: SourceType; bytes: number; fileId: string } | null> {
  const [row] = await sourceRows(db).where(and(eq(sources.id, id), isNull(sources.deletedAt)))
  const { fileId, type, bytes } = row?.newest ?? {}
  if (!row || !fileId || !type || bytes === undefined) return null
  return { agentId: row.source.agentId, name: row.source.name, type, bytes, fileId }
}

/** Finds the file of the version that is searched, if that is not the newest one; null if there is none. */
export async function findEarlierFile(
  db: Db,
  { id, agentId }: { id: string; agentId: string },
): Promise<{ version: number; type: SourceType; bytes: number; fileId: string } | null> {
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

/** The number of an agent's sources, and the bytes they use. */
export async function measureSources(
  db: Db,
  agentId: string,
  undoable: Date,
): Promise<{ files: number; bytes: number }> {
  const [row] = await rows(
    db,
    z.object({ files: z.int(), bytes: z.number() }),
    sql`
    select count(distinct s.id)::int as files, ${kept} as bytes
    from sources s join source_versions v on v.source_id = s.id
    where s.agent_id = ${agentId} and ${there(undoable)}`,
  )
  return row ?? { files: 0, bytes: 0 }
}

/** The bytes that the sources of all agents of a wallet use. */
export async function measureSourcesOf(db: Db, owner: string, undoable: Date): Promise<number> {
  const [row] = await rows(
    db,
    z.object({ bytes: z.number() }),
    sql`
    select ${kept} as bytes from agents a join sources s on s.agent_id = a.id
      join source_versions v on v.source_id = s.id
    where a.owner = ${owner} and a.deleted_at is null and ${there(undoable)}`,
  )
  return row?.bytes ?? 0
}

/** An uploaded file, to be stored as a version of a source. */
export interface NewVersion {
  wallet: string
  fileId: string
  type: SourceType
  bytes: number
  at: Date
}

/** Runs changes to an agent's sources one after the other, so that counts and positions stay correct. */
function inTurn<Result>(
  db: Db,
  agentId: string,
  work: (transaction: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('sources of ' || ${agentId}::text, 0))`,
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
  source: { id: string; agentId: string; name: string },
  { at, ...version }: NewVersion,
  mayKeep: (transaction: Db) => Promise<void>,
): Promise<'stored' | 'taken'> {
  return inTurn(db, source.agentId, async (transaction) => {
    await mayKeep(transaction)
    const inserted = await transaction
      .insert(sources)
      .values({
        ...source,
        position: sql`(select coalesce(max(position), 0) + 1 from sources where agent_id = ${source.agentId})`,
        createdAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: sources.id })
    if (inserted.length === 0) return 'taken'
    await transaction
      .insert(sourceVersions)
      .values({ ...version, sourceId: source.id, version: 1, createdAt: at })
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

/** What the access rules of an agent's sources depend on: who may search them, and what visitors may open. */
export type SourceAgent = z.infer<typeof sourceAgentSchema>

const sourceAgentSchema = z.object({
  owner: z.string(),
  /** Whether others than the owner may search its sources; false for drafts and hidden agents. */
  isOpen: z.boolean(),
  sourcesOpen: sourcesOpenSchema,
})

/** Finds the agent of a source; null if the source or its agent is deleted or does not exist. */
export async function findAgentOfSource(db: Db, sourceId: string): Promise<SourceAgent | null> {
  const [row] = await rows(
    db,
    sourceAgentSchema,
    sql`
    select a.owner, a.is_public and a.visibility_enabled as "isOpen",
      coalesce(k.sources_open, 'passages') as "sourcesOpen"
    from sources s join agents a on a.id = s.agent_id left join agent_knowledge k on k.agent_id = a.id
    where s.id = ${sourceId} and s.deleted_at is null and a.deleted_at is null`,
  )
  return row ?? null
}

/** How many index rows one statement removes. */
const REMOVED_AT_ONCE = 20_000

/**
 * Removes the index entries of sources that were deleted before a time, alone or with their agent, in portions, so that
 * the statement that removes the sources themselves is short.
 */
export async function removeDeletedTerms(db: Db, before: Date): Promise<void> {
  const time = sql`${before.toISOString()}::timestamptz`
  for (;;) {
    const gone = await countRows(
      db,
      sql`
      delete from source_terms where ctid = any(array(
        select t.ctid from sources s
          join agents a on a.id = s.agent_id
          join source_versions v on v.source_id = s.id
          join source_terms t on t.version_id = v.id
        where s.deleted_at < ${time} or a.deleted_at < ${time} limit ${REMOVED_AT_ONCE}
      ))`,
    )
    if (gone < REMOVED_AT_ONCE) return
  }
}
