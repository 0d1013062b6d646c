import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

const searchedVersionSchema = z.object({
  id: z.int(),
  sourceId: z.string(),
  version: z.int(),
  name: z.string(),
  secret: z.string(),
  searchConfig: z.string(),
  passages: z.int(),
  terms: z.int(),
  characters: z.int(),
})

/** A version of a source that is searched. */
export type SearchedVersion = z.infer<typeof searchedVersionSchema>

/** What is searched for a reply: the versions of an agent's documents, and of the files of a conversation with it. */
export interface Searched {
  /** The ids of the agent and of the conversation, under which the index has their terms. */
  collections: string[]
  versions: SearchedVersion[]
}

const lexemeSchema = z.object({ config: z.string(), lexeme: z.string() })

/** A lexeme in the sources of one language. */
export type Lexeme = z.infer<typeof lexemeSchema>

/** A search result. */
export interface Ranked {
  versionId: number
  number: number
  score: number
}

/** What a reply may be made from, and the wallet that it is for. */
export interface SearchScope {
  agentId: string
  /** Null for a visitor. */
  wallet: string | null
  /** A stored conversation, whose files are searched besides the agent's documents. */
  conversationId?: string | undefined
}

/**
 * Finds the versions that are searched: a person's own files first, newest first. Sources of drafts and of hidden
 * agents are only visible to their owner, files of a conversation only to the wallet that stored them, once they were
 * sent with a question. Without any sources this costs an index lookup for each of the two.
 */
export async function findSearched(
  db: Db,
  { agentId, wallet, conversationId }: SearchScope,
): Promise<Searched> {
  const versions = await rows(
    db,
    searchedVersionSchema,
    sql`
    with own as (
      select s.* from sources s join agents a on a.id = s.agent_id
      where s.agent_id = ${agentId} and s.deleted_at is null and a.deleted_at is null
        and (a.owner = ${wallet ?? ''} or (a.is_public and a.visibility_enabled))
      union all
      select s.* from sources s
      where s.conversation_id = ${conversationId ?? null}::uuid and s.wallet = ${wallet} and s.question_id is not null
        and s.deleted_at is null
    )
    select v.id::int as id, s.id as "sourceId", v.version, s.name, v.secret, v.search_config as "searchConfig",
      v.passages, v.terms, v.characters
    from own s join source_versions v on v.id = s.searched
    order by s.conversation_id is null, v.created_at desc, s.id`,
  )
  return { collections: conversationId === undefined ? [agentId] : [agentId, conversationId], versions }
}

/**
 * Returns the lexemes of a question in each language of the sources.
 * @param words as returned by `searchWords`
 */
export async function lexemesOf(db: Db, { versions }: Searched, words: string): Promise<Lexeme[]> {
  const configs = [...new Set(versions.map(({ searchConfig }) => searchConfig))]
  return rows(
    db,
    lexemeSchema,
    sql`
    select config, lexeme
    from jsonb_array_elements_text(${JSON.stringify(configs)}::text::jsonb) config
      cross join lateral unnest(to_tsvector(config::regconfig, ${words}::text))`,
  )
}

/** The searched versions with the language of each, as the first CTE of a statement. */
function places({ versions }: Searched) {
  const listed = versions.map(({ id, searchConfig }) => ({ id, config: searchConfig }))
  return sql`
    place as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(listed)}::text::jsonb) as place(id bigint, config text)
    )`
}

/** The searched versions and these lexemes, as the first CTEs of a statement. */
const placesAndLexemes = (searched: Searched, lexemes: readonly Lexeme[]) => sql`
    ${places(searched)}, wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(lexemes)}::text::jsonb) as wanted(config text, lexeme text)
    )`

const postingsSchema = z.extend(lexemeSchema, {
  versionId: z.int(),
  numbers: z.string(),
  frequencies: z.string(),
  lengths: z.string(),
})

/**
 * Reads where lexemes occur: for each of them and each version the numbers of the passages, how often it occurs in each,
 * and how long each is. The lists are the text of one array after the other, because the driver takes several times as
 * long to parse arrays.
 */
export async function readPostings(
  db: Db,
  searched: Searched,
  lexemes: readonly Lexeme[],
): Promise<z.infer<typeof postingsSchema>[]> {
  return rows(
    db,
    postingsSchema,
    sql`
    with ${placesAndLexemes(searched, lexemes)}
    select wanted.config, wanted.lexeme, t.version_id::int as "versionId", string_agg(t.numbers::text, '') as numbers,
      string_agg(t.frequencies::text, '') as frequencies, string_agg(t.lengths::text, '') as lengths
    from wanted
      join source_terms t on t.collection_id = any(${sql.param(searched.collections)}::uuid[]) and t.lexeme = wanted.lexeme
      join place on place.id = t.version_id and place.config = wanted.config
    group by wanted.config, wanted.lexeme, t.version_id`,
  )
}

const countedSchema = z.extend(lexemeSchema, { passages: z.int() })

/** Counts the passages that contain each of the lexemes. */
export async function countPassages(
  db: Db,
  searched: Searched,
  lexemes: readonly Lexeme[],
): Promise<z.infer<typeof countedSchema>[]> {
  return rows(
    db,
    countedSchema,
    sql`
    with ${placesAndLexemes(searched, lexemes)}
    select wanted.config, wanted.lexeme, sum(cardinality(t.numbers))::int as passages
    from wanted
      join source_terms t on t.collection_id = any(${sql.param(searched.collections)}::uuid[]) and t.lexeme = wanted.lexeme
      join place on place.id = t.version_id and place.config = wanted.config
    group by wanted.config, wanted.lexeme`,
  )
}

const candidateSchema = z.extend(lexemeSchema, { weight: z.number() })

/**
 * Finds the lexemes that most of these passages have in common, with the sum of their BM25 weights in them, before the
 * rarity of each.
 */
export async function findCandidates(
  db: Db,
  searched: Searched,
  first: readonly Ranked[],
  { k1, b, mean, most }: { k1: number; b: number; mean: number; most: number },
): Promise<z.infer<typeof candidateSchema>[]> {
  return rows(
    db,
    candidateSchema,
    sql`
    with ${places(searched)}, first as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(first)}::text::jsonb)
        as first("versionId" bigint, number int, score float8)
    ), passage as materialized (
      select place.config, first.score / max(first.score) over () as score, p.lexemes,
        (select sum(cardinality(positions)) from unnest(p.lexemes)) as length
      from first
        join source_passages p on p.version_id = first."versionId" and p.number = first.number
        join place on place.id = first."versionId"
    )
    select passage.config, word.lexeme, sum(passage.score * cardinality(word.positions)
      / (cardinality(word.positions) + ${k1}::float8 * (${1 - b}::float8 + ${b}::float8 * passage.length / ${mean}::float8))
    )::float8 as weight
    from passage cross join lateral unnest(passage.lexemes) word
    where length(word.lexeme) > 1
    group by passage.config, word.lexeme
    order by count(*) desc, weight desc, word.lexeme
    limit ${most}`,
  )
}

const storedPassageSchema = z.object({
  versionId: z.int(),
  number: z.int(),
  page: z.nullable(z.int()),
  lastPage: z.nullable(z.int()),
  heading: z.nullable(z.string()),
  from: z.int(),
  to: z.int(),
  text: z.string(),
})

/** A passage as it is stored. */
export type StoredPassage = z.infer<typeof storedPassageSchema>

const passageAroundSchema = z.extend(storedPassageSchema, {
  secret: z.string(),
  name: z.string(),
  pages: z.nullable(z.int()),
})

const passageColumns = sql`p.version_id::int as "versionId", p.number, p.page, p.last_page as "lastPage", p.heading,
  p.starts_at as "from", p.ends_at as "to", p.text`

/** Reads passages by version and number, in the given order. */
export async function readPassages(
  db: Db,
  places: readonly Pick<Ranked, 'versionId' | 'number'>[],
): Promise<StoredPassage[]> {
  const wanted = places.map(({ versionId, number }) => ({ versionId, number }))
  return rows(
    db,
    storedPassageSchema,
    sql`
    select ${passageColumns}
    from jsonb_array_elements(${JSON.stringify(wanted)}::text::jsonb) with ordinality as wanted(place, rank)
      join source_passages p
        on p.version_id = (wanted.place->>'versionId')::bigint and p.number = (wanted.place->>'number')::int
    order by wanted.rank`,
  )
}

/** Reads all passages of the given versions, in the order of the versions and of their text. */
export async function readAllPassages(db: Db, versionIds: readonly number[]): Promise<StoredPassage[]> {
  return rows(
    db,
    storedPassageSchema,
    sql`
    select ${passageColumns}
    from jsonb_array_elements_text(${JSON.stringify(versionIds)}::text::jsonb) with ordinality as wanted(id, rank)
      join source_passages p on p.version_id = wanted.id::bigint
    order by wanted.rank, p.number`,
  )
}

/** Reads a passage of any version with its neighbours, and details of the version. */
export async function readPassageAround(
  db: Db,
  at: { sourceId: string; version: number; number: number },
): Promise<{
  secret: string
  name: string
  pages: number | null
  passages: StoredPassage[]
} | null> {
  const passages = await rows(
    db,
    passageAroundSchema,
    sql`
    select ${passageColumns}, v.secret, s.name, v.pages
    from sources s
      join source_versions v on v.source_id = s.id and v.version = ${at.version}
      join source_passages p on p.version_id = v.id and p.number between ${at.number - 1} and ${at.number + 1}
    where s.id = ${at.sourceId} and s.deleted_at is null
    order by p.number`,
  )
  const [first] = passages
  if (!first) return null
  return { secret: first.secret, name: first.name, pages: first.pages, passages }
}
