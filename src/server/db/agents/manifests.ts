import { and, desc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { pickFields, promptedFields } from '../../../shared/agents/agent-fields.ts'
import type { Credit, Elsewhere } from '../../../shared/agents/signed-version.ts'
import type { Db } from '../connect/connect.ts'
import { agents } from '../schema/agents.ts'
import { sourceFiles, sources, sourceVersions } from '../schema/knowledge.ts'
import { personas } from '../schema/personas.ts'
import { agentManifests } from '../schema/trust.ts'
import { isListed } from './visibility.ts'

/** What a manifest is made of, without what has a table of its own. */
export type ManifestRow = NonNullable<Awaited<ReturnType<typeof findForManifest>>>

/** Deleted agents have none. @param lock keeps other changes of the agent away until the transaction ends */
export async function findForManifest(db: Db, id: string, { lock = false } = {}) {
  const query = db
    .select({
      ...pickFields(agents, promptedFields),
      model: agents.model,
      tools: agents.tools,
      copyOf: agents.parentHash,
      owner: agents.owner,
      isPublic: agents.isPublic,
      version: agents.version,
      createdAt: agents.createdAt,
    })
    .from(agents)
    .where(and(eq(agents.id, id), sql`${agents.deletedAt} is null`))
  // `for no key update` does not block inserts of rows that reference the agent.
  const [row] = await (lock ? query.for('no key update') : query)
  return row ?? null
}

/** With the version that they are of, so that neither is taken for another's. */
export async function findPersonaOfPresent(db: Db, id: string) {
  const [row] = await db
    .select({ version: agents.version, persona: personas.persona, lorebook: personas.lorebook })
    .from(agents)
    .leftJoin(personas, eq(personas.agentId, agents.id))
    .where(eq(agents.id, id))
  return row ?? null
}

/** The documents that replies are made from: their names, and the SHA-256 of what was read of each. */
export async function listDocumentHashes(
  db: Db,
  agentId: string,
): Promise<{ name: string; content: string }[]> {
  const rows = await db
    .select({ name: sources.name, content: sourceFiles.hash })
    .from(sources)
    .innerJoin(sourceVersions, eq(sourceVersions.id, sources.searched))
    .innerJoin(sourceFiles, eq(sourceFiles.id, sourceVersions.fileId))
    .where(and(eq(sources.agentId, agentId), sql`${sources.deletedAt} is null`))
  return rows.flatMap(({ name, content }) => (content === null ? [] : [{ name, content }]))
}

export type StoredManifest = typeof agentManifests.$inferSelect

/** Newest first. */
export async function listManifests(db: Db, agentId: string, most: number): Promise<StoredManifest[]> {
  return db
    .select()
    .from(agentManifests)
    .where(eq(agentManifests.agentId, agentId))
    .orderBy(desc(agentManifests.number))
    .limit(most)
}

export async function findManifest(db: Db, agentId: string, hash: string): Promise<StoredManifest | null> {
  const [row] = await db
    .select()
    .from(agentManifests)
    .where(and(eq(agentManifests.agentId, agentId), eq(agentManifests.hash, hash)))
  return row ?? null
}

/** Stores the next manifest of a chain, and forgets those that are `most` before it. */
export async function storeManifest(
  transaction: Db,
  row: Pick<StoredManifest, 'agentId' | 'hash' | 'number' | 'version' | 'before' | 'manifest' | 'createdAt'>,
  most: number,
): Promise<void> {
  await transaction.insert(agentManifests).values(row).onConflictDoNothing()
  await transaction
    .delete(agentManifests)
    .where(and(eq(agentManifests.agentId, row.agentId), lte(agentManifests.number, row.number - most)))
}

/** False if there is no such manifest. */
export async function storeSignature(
  db: Db,
  { agentId, hash }: { agentId: string; hash: string },
  signed: { signer: string; signedMessage: Uint8Array; signature: Uint8Array; signedAt: Date },
): Promise<boolean> {
  const changed = await db
    .update(agentManifests)
    .set(signed)
    .where(and(eq(agentManifests.agentId, agentId), eq(agentManifests.hash, hash)))
    .returning({ hash: agentManifests.hash })
  return changed.length > 0
}

/** The agent that each of these was made of; `isThere` if everybody finds it. */
export async function findCredit(db: Db, id: string): Promise<(Credit & { isThere: boolean }) | null> {
  const [row] = await db
    .select({
      id: agents.parentId,
      hash: agents.parentHash,
      name: agents.parentName,
      owner: agents.parentOwner,
    })
    .from(agents)
    .where(and(eq(agents.id, id), isNotNull(agents.parentId)))
  if (!row?.id) return null
  const there = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, row.id), isListed))
  return {
    ...{ id: row.id, hash: row.hash, name: row.name ?? '', owner: row.owner ?? '' },
    isThere: there.length > 0,
  }
}

/** Null for what was made here. */
export async function findElsewhere(db: Db, id: string): Promise<Elsewhere | null> {
  const [row] = await db.select({ elsewhere: agents.elsewhere }).from(agents).where(eq(agents.id, id))
  return row?.elsewhere ?? null
}
