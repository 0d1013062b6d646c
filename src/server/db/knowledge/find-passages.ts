import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isPublishedOrOf } from '../agents/visibility.ts'
import type { Db } from '../connect/connect.ts'
import { prepared, rows } from '../rows.ts'

const searchedVersionSchema = z.object({
  id: z.int(),
  sourceId: z.string(),
  version: z.int(),
  name: z.string(),
  secret: z.string(),
  isTable: z.boolean(),
  /** The language of its text; null if the text does not say. */
  language: z.nullable(z.string()),
  searchConfig: z.string(),
  passages: z.int(),
  terms: z.int(),
  characters: z.int(),
})

export type SearchedVersion = z.infer<typeof searchedVersionSchema>

const lexemeSchema = z.object({ config: z.string(), lexeme: z.string() })

export type Lexeme = z.infer<typeof lexemeSchema>

const wordSchema = z.extend(lexemeSchema, { word: z.string() })

type WordLexeme = z.infer<typeof wordSchema>

export interface Searched {
  /** The ids of the agent and of the conversation, under which the index has their terms. */
  collections: string[]
  versions: SearchedVersion[]
  /** The lexemes of each word of the question, in each language of the sources and in the question's own. */
  lexemes: WordLexeme[]
}

/** As returned by `searchWords`, each once. */
export interface AskedWords {
  words: readonly string[]
  /** Of the question's language; null if that is not known. */
  config: string | null
}

export interface SearchScope {
  agentId: string
  /** Null for a visitor. */
  wallet: string | null
  /** A stored conversation, whose files are searched besides the agent's documents. */
  conversationId?: string | undefined
}

const selectSearched = prepared(
  'find_searched',
  z.object({ versions: z.array(searchedVersionSchema), lexemes: z.array(wordSchema) }),
  ['agentId', 'wallet', 'conversationId', 'words', 'config'],
  ({ agentId, wallet, conversationId, words, config }) => sql`
    with own as (
      select s.* from sources s join agents a on a.id = s.agent_id
      where s.agent_id = ${agentId}::uuid and s.deleted_at is null
        and ${isPublishedOrOf(sql`${wallet}::text`, 'a')}
      union all
      select s.* from sources s
      where s.conversation_id = ${conversationId}::uuid and s.wallet = ${wallet}::text and s.deleted_at is null
        -- A question that was refused is not stored.
        and exists (select from messages m where m.conversation_id = s.conversation_id and m.id = any(s.question_ids))
    ), found as materialized (
      select v.id, s.id as "sourceId", v.version, s.name, v.secret, v.type = 'csv' as "isTable", v.language,
        v.search_config as "searchConfig", v.passages, v.terms, v.characters, s.conversation_id is null as last, v.created_at
      from own s join source_versions v on v.id = s.searched
    )
    select
      coalesce((select json_agg(found order by last, created_at desc, "sourceId") from found), '[]') as versions,
      coalesce((
        select json_agg(json_build_object('word', word, 'config', config, 'lexeme', lexeme) order by place, config, lexeme)
        from (
            select "searchConfig" as config from found union select ${config}::text from found where ${config}::text is not null
          ) configs
          cross join unnest(${words}::text[]) with ordinality as asked(word, place)
          cross join lateral unnest(to_tsvector(config::regconfig, word))
      ), '[]') as lexemes`,
)

/**
 * A person's own files come first, newest first. Sources of drafts and of hidden agents are only visible to their
 * owner, files of a conversation only to the wallet that stored them, once they were sent with a question.
 */
export async function findSearched(
  db: Db,
  { agentId, wallet, conversationId }: SearchScope,
  { words, config }: AskedWords,
): Promise<Searched> {
  const [found] = await selectSearched(db, {
    agentId,
    wallet: wallet ?? '',
    conversationId: conversationId ?? null,
    words,
    config,
  })
  return {
    collections: conversationId === undefined ? [agentId] : [agentId, conversationId],
    versions: found?.versions ?? [],
    lexemes: found?.lexemes ?? [],
  }
}

export const storedPassageSchema = z.object({
  versionId: z.int(),
  number: z.int(),
  page: z.nullable(z.int()),
  lastPage: z.nullable(z.int()),
  heading: z.nullable(z.string()),
  from: z.int(),
  to: z.int(),
  text: z.string(),
})

export type StoredPassage = z.infer<typeof storedPassageSchema>

const passageAroundSchema = z.extend(storedPassageSchema, {
  secret: z.string(),
  name: z.string(),
  pages: z.nullable(z.int()),
})

const passageColumns = sql`p.version_id::int as "versionId", p.number, p.page, p.last_page as "lastPage", p.heading,
  p.starts_at as "from", p.ends_at as "to", p.text`

const selectPassages = prepared(
  'read_passages',
  storedPassageSchema,
  ['versionIds', 'numbers'],
  ({ versionIds, numbers }) => sql`
    select ${passageColumns}
    from unnest(${versionIds}::bigint[], ${numbers}::int[]) with ordinality as wanted(version_id, number, rank)
      join source_passages p on p.version_id = wanted.version_id and p.number = wanted.number
    order by wanted.rank`,
)

export async function readPassages(
  db: Db,
  places: readonly Pick<Ranked, 'versionId' | 'number'>[],
): Promise<StoredPassage[]> {
  return selectPassages(db, {
    versionIds: places.map(({ versionId }) => versionId),
    numbers: places.map(({ number }) => number),
  })
}

/** Reads passages in the order of the versions and of their text. */
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
  const { secret, name, pages } = first
  return { secret, name, pages, passages: passages.map((row) => storedPassageSchema.parse(row)) }
}

export interface Ranked {
  versionId: number
  number: number
  score: number
}
