import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type SourceType, sourceTypes } from '../../../shared/knowledge/sources.ts'
import type { Db } from '../connect/connect.ts'
import { idRow, rows } from '../rows.ts'
import { sourceVersions } from '../schema/knowledge.ts'

/** A version of a source that a server is reading. The claim belongs to this attempt only. */
export interface SourceJob {
  versionId: number
  claim: string
  /** The agent or the conversation that the source belongs to. */
  collectionId: string
  wallet: string
  fileId: string
  type: SourceType
  tries: number
}

/** A passage to be stored. */
export interface PassageToStore {
  number: number
  page: number | null
  lastPage: number | null
  heading: string | null
  from: number
  to: number
  text: string
  words: string
}

/**
 * The condition for versions that have to be read: those that wait, and those whose server has sent no heartbeat since
 * `dead`.
 */
const unread = (dead: Date) => sql`v.file_id is not null and (
  v.state = 'waiting' or (v.state = 'reading' and v.beat_at < ${dead.toISOString()}::timestamptz))`

/** The ids of the versions that have to be read. */
export async function listUnread(db: Db, dead: Date): Promise<string[]> {
  const found = await rows(
    db,
    idRow,
    sql`select v.id::text as id from source_versions v where v.state in ('waiting', 'reading') and ${unread(dead)}`,
  )
  return found.map(({ id }) => id)
}

const jobRow = z.object({
  versionId: z.int(),
  collectionId: z.string(),
  wallet: z.string(),
  fileId: z.string(),
  type: z.enum(sourceTypes),
  tries: z.int(),
})

/**
 * Claims the next version to read: the oldest of the wallet whose last reading began longest ago, so that one wallet's
 * hundred files do not delay another's first one. Passages stored by an earlier attempt are removed.
 */
export async function claimJob(
  db: Db,
  { claim, at, dead }: { claim: string; at: Date; dead: Date },
): Promise<SourceJob | null> {
  return db.transaction(async (transaction) => {
    const [job] = await rows(
      transaction,
      jobRow,
      sql`
      update source_versions job
      set state = 'reading', claim = ${claim}::uuid, beat_at = ${at.toISOString()}::timestamptz,
        began_at = ${at.toISOString()}::timestamptz, tries = job.tries + 1, done = 0, parts = null,
        passages = 0, terms = 0
      from sources s
      where s.id = job.source_id and job.id = (
        select v.id from source_versions v join sources own on own.id = v.source_id
        where v.state in ('waiting', 'reading') and ${unread(dead)} and own.deleted_at is null
        order by (select max(other.began_at) from source_versions other where other.wallet = v.wallet) nulls first,
          v.created_at, v.id
        limit 1 for update of v skip locked)
      returning job.id::int as "versionId", coalesce(s.agent_id, s.conversation_id) as "collectionId", job.wallet,
        job.file_id as "fileId", job.type, job.tries`,
    )
    if (!job) return null
    await removeRead(transaction, job.versionId)
    return { ...job, claim }
  })
}

async function removeRead(db: Db, versionId: number): Promise<void> {
  await db.execute(sql`delete from source_terms where version_id = ${versionId}`)
  await db.execute(sql`delete from source_blocks where version_id = ${versionId}`)
  await db.execute(sql`delete from source_passages where version_id = ${versionId}`)
}

const neighboursRow = z.object({ language: z.nullable(z.string()), description: z.string() })

/** The language of most of what is searched beside a version, if any, and what its agent is said to be. */
export async function describeNeighbours(
  db: Db,
  { collectionId }: SourceJob,
): Promise<z.infer<typeof neighboursRow>> {
  const [found] = await rows(
    db,
    neighboursRow,
    sql`
    with agent as (
      select a.id, concat_ws(' ', a.description, a.personality) as description from agents a
      where a.id = ${collectionId}::uuid
        or a.id = (select c.agent_id from conversations c where c.id = ${collectionId}::uuid)
    )
    select (
        select v.language from sources s join source_versions v on v.id = s.searched
        where (s.agent_id in (select id from agent) or s.conversation_id = ${collectionId}::uuid)
          and s.deleted_at is null and v.language is not null
        group by v.language order by sum(v.characters) desc, v.language limit 1
      ) as language,
      coalesce((select description from agent), '') as description`,
  )
  return found ?? { language: null, description: '' }
}

const held = ({ versionId, claim }: SourceJob) =>
  and(eq(sourceVersions.id, versionId), eq(sourceVersions.claim, claim))

/**
 * Sends a heartbeat with the progress of the reading.
 * @returns false if the job no longer belongs to this claim
 */
export async function beatJob(
  db: Db,
  job: SourceJob,
  { at, ...progress }: { at: Date; done?: number; parts?: number },
): Promise<boolean> {
  const rows = await db
    .update(sourceVersions)
    .set({ ...progress, beatAt: at })
    .where(held(job))
    .returning({ id: sourceVersions.id })
  return rows.length > 0
}

/**
 * How many passages one transaction stores. The embedded database has one connection, which everything else waits for
 * while a transaction runs.
 */
const PASSAGES_AT_ONCE = 10

/** How many rows of the index one transaction stores, for the same reason. */
const TERMS_AT_ONCE = 500

/** A stored passage as the index needs it. */
export interface IndexedPassage {
  number: number
  /** The number of its searched words. */
  length: number
  /** Its lexemes and how often it contains each. */
  terms: readonly [lexeme: string, frequency: number][]
}

/**
 * Stores passages in short transactions. They are only searched once the whole version is read, and a job that is begun
 * again removes what was stored of it.
 * @returns what the index needs of them; null if the job no longer belongs to this claim
 */
export async function storePassages(
  db: Db,
  job: SourceJob,
  { passages, searchConfig, at }: { passages: readonly PassageToStore[]; searchConfig: string; at: Date },
): Promise<IndexedPassage[] | null> {
  const indexed: IndexedPassage[] = []
  for (let from = 0; from < passages.length; from += PASSAGES_AT_ONCE) {
    const portion = passages.slice(from, from + PASSAGES_AT_ONCE)
    const stored = await whileHeld(db, job, (held) =>
      storeTexts(held, job, { passages: portion, searchConfig, at }),
    )
    if (stored === null) return null
    indexed.push(...stored)
  }
  return indexed
}

/** A block of the index: what is stored of consecutive passages for the search. */
export interface BlockToStore {
  /** The number of the first passage. */
  first: number
  /** The lengths of the passages; see `sourceBlocks`. */
  lengths: Uint8Array
  /** For each lexeme in how many passages it occurs, and in which; see `sourceTerms`. */
  terms: readonly { lexeme: string; passages: number; postings: Uint8Array }[]
}

/**
 * Stores a block of the index in short transactions.
 * @returns false if the job no longer belongs to this claim
 */
export async function storeBlock(db: Db, job: SourceJob, block: BlockToStore): Promise<boolean> {
  const { first, lengths, terms } = block
  const begun = await whileHeld(db, job, (held) =>
    held.execute(sql`
      insert into source_blocks (version_id, block, lengths)
      values (${job.versionId}, ${first}, ${Buffer.from(lengths)})`),
  )
  if (begun === null) return false
  for (let from = 0; from < terms.length; from += TERMS_AT_ONCE) {
    const portion = terms.slice(from, from + TERMS_AT_ONCE)
    const stored = await whileHeld(db, job, (held) => storeTerms(held, job, { first, terms: portion }))
    if (stored === null) return false
  }
  return true
}

/**
 * Does work in a transaction during which nobody else can claim the job.
 * @returns null, without having done it, if the job no longer belongs to this claim
 */
async function whileHeld<Result>(
  db: Db,
  job: SourceJob,
  work: (db: Db) => Promise<Result>,
): Promise<Result | null> {
  return db.transaction(async (transaction) => {
    const [mine] = await transaction
      .select({ id: sourceVersions.id })
      .from(sourceVersions)
      .where(held(job))
      .for('no key update')
    return mine ? await work(transaction) : null
  })
}

const indexedRow = z.object({ number: z.int(), length: z.int(), terms: z.string() })

async function storeTexts(
  db: Db,
  job: SourceJob,
  { passages, searchConfig, at }: { passages: readonly PassageToStore[]; searchConfig: string; at: Date },
): Promise<IndexedPassage[]> {
  // PostgreSQL divides words at spaces, so a lexeme has none. One string takes the driver less time than an array.
  const stored = await rows(
    db,
    indexedRow,
    sql`
    with stored as (
      insert into source_passages (version_id, number, page, last_page, heading, starts_at, ends_at, text, lexemes)
      select ${job.versionId}, number, page, "lastPage", heading, "from", "to", text,
        to_tsvector(${searchConfig}::text::regconfig, words)
      from jsonb_to_recordset(${JSON.stringify(passages)}::text::jsonb) as passage(
        number int, page int, "lastPage" int, heading text, "from" int, "to" int, text text, words text)
      returning number, lexemes
    ), indexed as materialized (
      select stored.number, word.* from stored cross join lateral (
        select least(32767, coalesce(sum(cardinality(positions)), 0))::int as length,
          coalesce(string_agg(lexeme || ' ' || cardinality(positions), ' '), '') as terms
        from unnest(stored.lexemes)
      ) word
    ), counted as (
      update source_versions set beat_at = ${at.toISOString()}::timestamptz, search_config = ${searchConfig},
        passages = passages + ${passages.length}, terms = terms + (select coalesce(sum(length), 0) from indexed)
      where id = ${job.versionId}
    )
    select number, length, terms from indexed order by number`,
  )
  return stored.map(({ number, length, terms }) => ({ number, length, terms: parseTerms(terms) }))
}

/** Parses lexemes that are each followed by how often they occur. */
function parseTerms(text: string): [lexeme: string, frequency: number][] {
  const parts = text === '' ? [] : text.split(' ')
  const terms: [string, number][] = []
  for (let at = 0; at + 1 < parts.length; at += 2) terms.push([parts[at] ?? '', Number(parts[at + 1])])
  return terms
}

async function storeTerms(
  db: Db,
  job: SourceJob,
  { first, terms }: Pick<BlockToStore, 'first' | 'terms'>,
): Promise<void> {
  const [lexemes, passages, postings] = [
    terms.map(({ lexeme }) => lexeme),
    terms.map(({ passages }) => passages),
    terms.map(({ postings }) => Buffer.from(postings)),
  ]
  await db.execute(sql`
    insert into source_terms (collection_id, lexeme, version_id, block, passages, postings)
    select ${job.collectionId}::uuid, term.lexeme, ${job.versionId}, ${first}, term.passages, term.postings
    from unnest(${sql.param(lexemes)}::text[], ${sql.param(passages)}::int[], ${sql.param(postings)}::bytea[])
      as term(lexeme, passages, postings)`)
}

/** The result of reading a version. */
export interface ReadVersion {
  pages: number | null
  characters: number
  language: string | null
  notes: string[]
}

/**
 * Makes a version that was read the searched one, and removes what the older versions no longer need: their index
 * entries and their files. Their passages stay, because replies may cite them.
 */
export async function finishJob(db: Db, job: SourceJob, read: ReadVersion): Promise<void> {
  await db.transaction(async (transaction) => {
    // In the order of those who delete a source or move it: the other way round, each would wait for the other.
    await transaction.execute(sql`
      select from sources where id = (select source_id from source_versions where id = ${job.versionId})
      for no key update`)
    const [mine] = await transaction
      .update(sourceVersions)
      .set({ ...read, state: 'ready', claim: null })
      .where(held(job))
      .returning({ sourceId: sourceVersions.sourceId })
    if (!mine) return
    await transaction.execute(sql`update sources set searched = ${job.versionId} where id = ${mine.sourceId}`)
    const older = sql`select id from source_versions where source_id = ${mine.sourceId} and id < ${job.versionId}`
    await transaction.execute(sql`delete from source_terms where version_id in (${older})`)
    await transaction.execute(sql`delete from source_blocks where version_id in (${older})`)
    await transaction.execute(
      sql`delete from source_passages where version_id in (${older} and state = 'failed')`,
    )
    await transaction.execute(
      sql`update source_versions set file_id = null where id in (${older}) and file_id is not null`,
    )
  })
}

/** Marks a job as failed and removes what was stored of it. */
export async function failJob(db: Db, job: SourceJob, reason: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const rows = await transaction
      .update(sourceVersions)
      .set({ state: 'failed', reason, claim: null, passages: 0, terms: 0 })
      .where(held(job))
      .returning({ id: sourceVersions.id })
    if (rows.length > 0) await removeRead(transaction, job.versionId)
  })
}

/** Returns a job to the queue, to be read again by another server, or by this one after a restart. */
export async function returnJob(db: Db, job: SourceJob): Promise<void> {
  await db
    .update(sourceVersions)
    .set({ state: 'waiting', claim: null, tries: sql`${sourceVersions.tries} - 1` })
    .where(held(job))
}

/**
 * Returns all jobs to the queue. To be called when no other server uses this database: the jobs belong to a server that
 * is gone.
 */
export async function returnAllJobs(db: Db): Promise<void> {
  await db
    .update(sourceVersions)
    .set({ state: 'waiting', claim: null })
    .where(eq(sourceVersions.state, 'reading'))
}
