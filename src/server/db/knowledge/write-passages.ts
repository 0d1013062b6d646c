import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { countRows, rows } from '../rows.ts'
import { type SourceJob, sourceLeases } from './source-jobs.ts'

export interface PassageToStore {
  number: number
  page: number | null
  lastPage: number | null
  heading: string | null
  /** In the document's whole text, in UTF-16 units. */
  from: number
  to: number
  text: string
  words: string
}

/** Few, because everything else waits for the embedded database's one connection while a transaction runs. */
const PASSAGES_AT_ONCE = 10

/** Rows of the index in one transaction, for the same reason. */
const TERMS_AT_ONCE = 500

export interface IndexedPassage {
  number: number
  /** In searched words. */
  length: number
  terms: readonly [lexeme: string, frequency: number][]
}

/** Uses short transactions, as nothing is searched before the version is read. Null if the job is not this claim's. */
export async function storePassages(
  db: Db,
  job: SourceJob,
  { passages, searchConfig }: { passages: readonly PassageToStore[]; searchConfig: string },
): Promise<IndexedPassage[] | null> {
  const indexed: IndexedPassage[] = []
  for (let from = 0; from < passages.length; from += PASSAGES_AT_ONCE) {
    const portion = passages.slice(from, from + PASSAGES_AT_ONCE)
    const stored = await sourceLeases.whileHeld(db, job, (held) =>
      storeTexts(held, job, { passages: portion, searchConfig }),
    )
    if (stored === null) return null
    indexed.push(...stored)
  }
  return indexed
}

/** Consecutive passages, as the index has them. */
export interface BlockToStore {
  first: number
  lengths: Uint8Array
  /** For each lexeme in how many passages it occurs, and in which; see `sourceTerms`. */
  terms: readonly { lexeme: string; passages: number; postings: Uint8Array }[]
}

/** Stores a block in short transactions; false if the job no longer belongs to this claim. */
export async function storeBlock(db: Db, job: SourceJob, block: BlockToStore): Promise<boolean> {
  const { first, lengths, terms } = block
  const begun = await sourceLeases.whileHeld(db, job, (held) =>
    held.execute(sql`
      insert into source_blocks (version_id, block, lengths)
      values (${job.versionId}, ${first}, ${Buffer.from(lengths)})`),
  )
  if (begun === null) return false
  for (let from = 0; from < terms.length; from += TERMS_AT_ONCE) {
    const portion = terms.slice(from, from + TERMS_AT_ONCE)
    const stored = await sourceLeases.whileHeld(db, job, (held) =>
      storeTerms(held, job, { first, terms: portion }),
    )
    if (stored === null) return false
  }
  return true
}

/**
 * Writes the index of a version that has been read anew, in one transaction: a search finds the old or the new one.
 * @returns false if the version is not searched any more
 */
export function replaceIndex(
  db: Db,
  version: Pick<SourceJob, 'collectionId' | 'versionId'>,
  blocks: (transaction: Db) => AsyncIterable<BlockToStore>,
): Promise<boolean> {
  const { versionId } = version
  return db.transaction(async (transaction) => {
    const held = await countRows(
      transaction,
      sql`select from sources where searched = ${versionId} and deleted_at is null for no key update`,
    )
    if (held === 0) return false
    await transaction.execute(sql`delete from source_terms where version_id = ${versionId}`)
    await transaction.execute(sql`delete from source_blocks where version_id = ${versionId}`)
    for await (const { first, lengths, terms } of blocks(transaction)) {
      await transaction.execute(sql`
        insert into source_blocks (version_id, block, lengths) values (${versionId}, ${first}, ${Buffer.from(lengths)})`)
      for (let from = 0; from < terms.length; from += TERMS_AT_ONCE)
        await storeTerms(transaction, version, { first, terms: terms.slice(from, from + TERMS_AT_ONCE) })
    }
    return true
  })
}

const indexedRow = z.object({ number: z.int(), length: z.int(), terms: z.string() })

async function storeTexts(
  db: Db,
  job: SourceJob,
  { passages, searchConfig }: { passages: readonly PassageToStore[]; searchConfig: string },
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
      update source_versions set beat_at = clock_timestamp(), search_config = ${searchConfig},
        passages = passages + ${passages.length}, terms = terms + (select coalesce(sum(length), 0) from indexed)
      where id = ${job.versionId}
    )
    select number, length, terms from indexed order by number`,
  )
  return stored.map(({ number, length, terms }) => ({ number, length, terms: parseTerms(terms) }))
}

export function parseTerms(text: string): [lexeme: string, frequency: number][] {
  const parts = text === '' ? [] : text.split(' ')
  const terms: [string, number][] = []
  for (let at = 0; at + 1 < parts.length; at += 2) terms.push([parts[at] ?? '', Number(parts[at + 1])])
  return terms
}

async function storeTerms(
  db: Db,
  job: Pick<SourceJob, 'collectionId' | 'versionId'>,
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
