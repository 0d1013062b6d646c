import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Source, SourceState, SourcesOpen, SourceType } from '../../../shared/knowledge/sources.ts'
import type { Db } from '../connect/connect.ts'
import { deletableRows } from '../deletable-rows.ts'
import { countRows } from '../rows.ts'
import { agentKnowledge, sources, sourceVersions } from '../schema/knowledge.ts'

export type Collection = { agentId: string } | { conversationId: string; wallet: string }

export const within = (collection: Collection) =>
  'agentId' in collection
    ? eq(sources.agentId, collection.agentId)
    : and(eq(sources.conversationId, collection.conversationId), eq(sources.wallet, collection.wallet))

/** The sources of agents. Their owner column is the agent. */
export const deletableSources = deletableRows(sources, sources.agentId)

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

function documentType(type: StoredType): SourceType {
  if (type === 'picture') throw new Error('an agent has a picture among its documents')
  return type
}

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

export type StoredType = SourceType | 'picture'

const REMOVED_AT_ONCE = 20_000

/** Removes index entries in portions, so that the statement that removes the sources themselves is short. */
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
