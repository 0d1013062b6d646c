import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { rows } from '../rows.ts'

/**
 * The BM25 parameters: `K1` is how soon further occurrences of a word stop counting, `B` is how strongly long passages
 * are penalized.
 */
const K1 = 1.2
const B = 0.75

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
const termSchema = z.extend(lexemeSchema, { weight: z.number() })

/** A lexeme to search for in the sources of one language. */
export type Term = z.infer<typeof termSchema>

const rankedSchema = z.object({ versionId: z.int(), number: z.int(), score: z.number() })

/** A search result. */
export type Ranked = z.infer<typeof rankedSchema>

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
export async function termsOf(db: Db, { versions }: Searched, words: string): Promise<Term[]> {
  const configs = [...new Set(versions.map(({ searchConfig }) => searchConfig))]
  const found = await rows(
    db,
    lexemeSchema,
    sql`
    select config, lexeme
    from jsonb_array_elements_text(${JSON.stringify(configs)}::text::jsonb) config
      cross join lateral unnest(to_tsvector(config::regconfig, ${words}::text))`,
  )
  return found.map(({ config, lexeme }) => ({ config, lexeme, weight: 1 }))
}

/** The terms and the versions to search, as the first CTEs of a statement. */
function asked({ versions }: Searched, terms: readonly Term[]) {
  const places = versions.map(({ id, searchConfig }) => ({ id, config: searchConfig }))
  return sql`
    term as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(terms)}::text::jsonb)
        as term(config text, lexeme text, weight float8)
    ), place as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb) as place(id bigint, config text)
    )`
}

/** The number of passages, and their mean length in terms. */
function sizeOf({ versions }: Searched): { count: number; mean: number } {
  const count = versions.reduce((sum, { passages }) => sum + passages, 0)
  const terms = versions.reduce((sum, version) => sum + version.terms, 0)
  return { count, mean: Math.max(1, terms / Math.max(1, count)) }
}

/** The inverse document frequency of a lexeme that occurs in `found` of `count` passages. */
const rarity = (count: number, found: ReturnType<typeof sql>) =>
  sql`ln(1 + (${count}::float8 - ${found} + 0.5) / (${found} + 0.5))`

/** Ranks passages by BM25, best first. */
export async function rankPassages(
  db: Db,
  searched: Searched,
  terms: readonly Term[],
  most: number,
): Promise<Ranked[]> {
  const { count, mean } = sizeOf(searched)
  return rows(
    db,
    rankedSchema,
    sql`
    with ${asked(searched, terms)}, row as materialized (
      select term.config, term.lexeme, term.weight, t.version_id, t.numbers, t.frequencies, t.lengths
      from term
        join source_terms t on t.collection_id = any(${sql.param(searched.collections)}::uuid[]) and t.lexeme = term.lexeme
        join place on place.id = t.version_id and place.config = term.config
    ), weighed as materialized (
      select config, lexeme, ${rarity(count, sql`sum(cardinality(numbers))`)} as rarity
      from row group by config, lexeme
    )
    select row.version_id::int as "versionId", found.number, sum(
      row.weight * weighed.rarity * found.frequency * ${K1 + 1}::float8
        / (found.frequency + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * found.length / ${mean}::float8))
    )::float8 as score
    from row
      join weighed on weighed.config = row.config and weighed.lexeme = row.lexeme
      cross join lateral unnest(row.numbers, row.frequencies, row.lengths) as found(number, frequency, length)
    group by row.version_id, found.number
    order by score desc, row.version_id, found.number
    limit ${most}`,
  )
}

/** How a question is expanded from its first results. */
export interface Feedback {
  /** From how many of the first passages terms are taken. */
  passages: number
  /** How many lexemes are added. */
  terms: number
  /** The weight of the best added lexeme, relative to a word of the question. */
  weight: number
}

/** How many lexemes, those that occur in most of the first passages, are candidates to be weighted by their rarity. */
const CANDIDATES = 40

/**
 * Pseudo-relevance feedback: finds the lexemes that distinguish the first results from all other passages. They are
 * searched for as well, which finds passages that say the same in other words than the question.
 */
export async function learnTerms(
  db: Db,
  searched: Searched,
  { terms, first }: { terms: readonly Term[]; first: readonly Ranked[] },
  feedback: Feedback,
): Promise<Term[]> {
  const { count, mean } = sizeOf(searched)
  const learnt = await rows(
    db,
    termSchema,
    sql`
    with ${asked(searched, [])}, first as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(first.slice(0, feedback.passages))}::text::jsonb)
        as first("versionId" bigint, number int, score float8)
    ), passage as materialized (
      select place.config, first.score / max(first.score) over () as score, p.lexemes,
        (select sum(cardinality(positions)) from unnest(p.lexemes)) as length
      from first
        join source_passages p on p.version_id = first."versionId" and p.number = first.number
        join place on place.id = first."versionId"
    ), candidate as materialized (
      select passage.config, word.lexeme, sum(passage.score * cardinality(word.positions)
        / (cardinality(word.positions) + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * passage.length / ${mean}::float8))
      ) as weight
      from passage cross join lateral unnest(passage.lexemes) word
      where length(word.lexeme) > 1
      group by passage.config, word.lexeme
      order by count(*) desc, weight desc, word.lexeme
      limit ${CANDIDATES}
    ), found as materialized (
      select candidate.config, candidate.lexeme, candidate.weight, sum(cardinality(t.numbers)) as count
      from candidate
        join source_terms t on t.collection_id = any(${sql.param(searched.collections)}::uuid[]) and t.lexeme = candidate.lexeme
        join place on place.id = t.version_id and place.config = candidate.config
      group by candidate.config, candidate.lexeme, candidate.weight
    )
    select config, lexeme, (weight * ${rarity(count, sql`count`)})::float8 as weight
    from found order by 3 desc, lexeme limit ${feedback.terms}`,
  )
  const best = learnt[0]?.weight ?? 1
  const known = new Map(terms.map((term) => [`${term.config} ${term.lexeme}`, term]))
  for (const { config, lexeme, weight } of learnt) {
    const before = known.get(`${config} ${lexeme}`)?.weight ?? 0
    known.set(`${config} ${lexeme}`, { config, lexeme, weight: before + (feedback.weight * weight) / best })
  }
  return [...known.values()]
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
