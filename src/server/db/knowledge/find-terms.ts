import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { prepared } from '../rows.ts'
import type { Searched } from './find-passages.ts'

/** A search result. */
export interface Ranked {
  versionId: number
  number: number
  score: number
}

const blockSchema = z.object({ versionId: z.int(), block: z.int(), lengths: z.instanceof(Buffer) })

/** A block of the index of a version: the lengths of its passages (see `sourceBlocks`). */
export type StoredBlock = z.infer<typeof blockSchema>

const selectBlocks = prepared(
  'read_blocks',
  blockSchema,
  ['versionIds'],
  ({ versionIds }) => sql`
    select version_id::int as "versionId", block, lengths from source_blocks
    where version_id = any(${versionIds}::bigint[])`,
)

/** Reads the lengths of all passages that are searched. */
export async function readBlocks(db: Db, { versions }: Searched): Promise<StoredBlock[]> {
  return selectBlocks(db, { versionIds: versions.map(({ id }) => id) })
}

const postingsSchema = z.object({
  lexeme: z.string(),
  versionId: z.int(),
  block: z.int(),
  passages: z.int(),
  postings: z.instanceof(Buffer),
})

/** Where a lexeme occurs in a block of a version (see `sourceTerms`). */
export type StoredPostings = z.infer<typeof postingsSchema>

const selectPostings = prepared(
  'read_postings',
  postingsSchema,
  ['collections', 'versionIds', 'lexemes'],
  ({ collections, versionIds, lexemes }) => sql`
    select t.lexeme, t.version_id::int as "versionId", t.block, t.passages, t.postings
    from unnest(${lexemes}::text[]) wanted(lexeme)
      join source_terms t on t.collection_id = any(${collections}::uuid[]) and t.lexeme = wanted.lexeme
    where t.version_id = any(${versionIds}::bigint[])`,
)

/** Reads where lexemes occur in the searched versions, of whatever language each is. */
export async function readPostings(
  db: Db,
  { collections, versions }: Searched,
  lexemes: readonly string[],
): Promise<StoredPostings[]> {
  return selectPostings(db, { collections, versionIds: versions.map(({ id }) => id), lexemes })
}

const candidateSchema = z.object({
  config: z.string(),
  lexeme: z.string(),
  weight: z.number(),
  passages: z.int(),
})

const selectCandidates = prepared(
  'find_candidates',
  candidateSchema,
  [
    'collections',
    'placeIds',
    'placeConfigs',
    'firstIds',
    'firstNumbers',
    'firstScores',
    'k1',
    'b',
    'mean',
    'most',
  ],
  ({ collections, placeIds, placeConfigs, firstIds, firstNumbers, firstScores, k1, b, mean, most }) => sql`
    with place as materialized (
      select * from unnest(${placeIds}::bigint[], ${placeConfigs}::text[]) as place(id, config)
    ), passage as materialized (
      select place.config, first.score / max(first.score) over () as score, p.lexemes,
        (select sum(cardinality(positions)) from unnest(p.lexemes)) as length
      from unnest(${firstIds}::bigint[], ${firstNumbers}::int[], ${firstScores}::float8[])
          as first(version_id, number, score)
        join source_passages p on p.version_id = first.version_id and p.number = first.number
        join place on place.id = first.version_id
    ), candidate as materialized (
      select passage.config, word.lexeme, sum(passage.score * cardinality(word.positions)
        / (cardinality(word.positions) + ${k1}::float8 * (1 - ${b}::float8
          + ${b}::float8 * passage.length / ${mean}::float8)))::float8 as weight
      from passage cross join lateral unnest(passage.lexemes) word
      where length(word.lexeme) > 1
      group by passage.config, word.lexeme
      order by count(*) desc, weight desc, word.lexeme
      limit ${most}::int
    )
    select candidate.*, (
      select coalesce(sum(t.passages), 0) from source_terms t
      where t.collection_id = any(${collections}::uuid[]) and t.lexeme = candidate.lexeme
        and (t.version_id, candidate.config) in (select id, config from place)
    )::int as passages
    from candidate`,
)

/** A lexeme that the first results have in common. */
export type Candidate = z.infer<typeof candidateSchema>

/**
 * Finds the lexemes that most of these passages have in common, with the sum of their BM25 weights in them, before the
 * rarity of each, and in how many of all passages each occurs.
 */
export async function findCandidates(
  db: Db,
  { collections, versions }: Searched,
  first: readonly Ranked[],
  bm25: { k1: number; b: number; mean: number; most: number },
): Promise<Candidate[]> {
  return selectCandidates(db, {
    ...bm25,
    collections,
    placeIds: versions.map(({ id }) => id),
    placeConfigs: versions.map(({ searchConfig }) => searchConfig),
    firstIds: first.map(({ versionId }) => versionId),
    firstNumbers: first.map(({ number }) => number),
    firstScores: first.map(({ score }) => score),
  })
}
