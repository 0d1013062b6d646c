import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { prepared, rows } from '../rows.ts'
import type { Lexeme, Ranked, Searched } from './find-passages.ts'

const blockSchema = z.object({ versionId: z.int(), block: z.int(), lengths: z.instanceof(Buffer) })

/** See `sourceBlocks`. */
type StoredBlock = z.infer<typeof blockSchema>

const selectBlocks = prepared(
  'read_blocks',
  blockSchema,
  ['versionIds'],
  ({ versionIds }) => sql`
    select version_id::int as "versionId", block, lengths from source_blocks
    where version_id = any(${versionIds}::bigint[])`,
)

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

/** See `sourceTerms`. */
type StoredPostings = z.infer<typeof postingsSchema>

// The subquery is written such that it can only be planned as a search by key for each lexeme (nothing else is known of
// `version_id + 0`): without statistics, which a document that was just stored has none of, whole versions were read.
const selectPostings = prepared(
  'read_postings',
  postingsSchema,
  ['collections', 'versionIds', 'lexemes'],
  ({ collections, versionIds, lexemes }) => sql`
    select found.lexeme, found.version_id::int as "versionId", found.block, found.passages, found.postings
    from unnest(${lexemes}::text[]) wanted(lexeme) cross join lateral (
      select * from source_terms t
      where t.collection_id = any(${collections}::uuid[]) and t.lexeme = wanted.lexeme
        and t.version_id + 0 = any(${versionIds}::bigint[])
      offset 0
    ) found`,
)

export async function readPostings(
  db: Db,
  { collections, versions }: Searched,
  lexemes: readonly string[],
): Promise<StoredPostings[]> {
  return selectPostings(db, { collections, versionIds: versions.map(({ id }) => id), lexemes })
}

const selectCounts = prepared(
  'count_passages',
  z.object({ lexeme: z.string(), passages: z.int() }),
  ['collections', 'versionIds', 'lexemes'],
  ({ collections, versionIds, lexemes }) => sql`
    select wanted.lexeme, (
      select coalesce(sum(t.passages), 0)::int from source_terms t
      where t.collection_id = any(${collections}::uuid[]) and t.lexeme = wanted.lexeme
        and t.version_id + 0 = any(${versionIds}::bigint[])
    ) as passages
    from unnest(${lexemes}::text[]) wanted(lexeme)`,
)

/** Counts the passages of some of the searched versions that contain each lexeme. */
export async function countPassages(
  db: Db,
  { collections }: Searched,
  { versionIds, lexemes }: { versionIds: readonly number[]; lexemes: readonly string[] },
): Promise<{ lexeme: string; passages: number }[]> {
  return selectCounts(db, { collections, versionIds, lexemes })
}

const lexemesSchema = z.object({ versionId: z.int(), number: z.int(), lexemes: z.string() })

const selectLexemes = prepared(
  'read_lexemes',
  lexemesSchema,
  ['versionIds', 'numbers'],
  ({ versionIds, numbers }) => sql`
    select p.version_id::int as "versionId", p.number, p.lexemes::text as lexemes
    from unnest(${versionIds}::bigint[], ${numbers}::int[]) with ordinality as wanted(version_id, number, rank)
      join source_passages p on p.version_id = wanted.version_id and p.number = wanted.number
    order by wanted.rank`,
)

export interface PassageLexemes {
  versionId: number
  number: number
  lexemes: [lexeme: string, frequency: number][]
}

export async function readLexemes(db: Db, places: readonly Ranked[]): Promise<PassageLexemes[]> {
  const found = await selectLexemes(db, {
    versionIds: places.map(({ versionId }) => versionId),
    numbers: places.map(({ number }) => number),
  })
  return found.map((row) => ({ ...row, lexemes: parseLexemes(row.lexemes) }))
}

/** Parses the text of a `tsvector`, such as `'cat':3 'sat':4,11`. */
function parseLexemes(text: string): [lexeme: string, frequency: number][] {
  return Array.from(text.matchAll(/'((?:[^']|'')*)':([\d,]+)/g), ([, lexeme = '', positions = '']) => [
    lexeme.replaceAll("''", "'").replaceAll('\\\\', '\\'),
    positions.split(',').length,
  ])
}

/** Which of these words have one of these lexemes in the lexeme's language. */
export async function findWordsOf(
  db: Db,
  lexemes: readonly Lexeme[],
  words: readonly string[],
): Promise<{ config: string; word: string }[]> {
  return rows(
    db,
    z.object({ config: z.string(), word: z.string() }),
    sql`
    select wanted.config, word
    from (
      select config, array_agg(lexeme) as lexemes
      from unnest(
        ${sql.param(lexemes.map(({ config }) => config))}::text[],
        ${sql.param(lexemes.map(({ lexeme }) => lexeme))}::text[]
      ) as wanted(config, lexeme)
      group by config
    ) wanted cross join unnest(${sql.param(words)}::text[]) word
    where tsvector_to_array(to_tsvector(wanted.config::regconfig, word)) && wanted.lexemes`,
  )
}
