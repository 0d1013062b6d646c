import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database, Db } from '../connect/connect.ts'
import { isSearched, perBlock, searchedText } from '../conversations/recall.ts'
import { type BlockToStore, type IndexedPassage, parseTerms } from '../knowledge/write-passages.ts'
import { rows } from '../rows.ts'

// What is searched and what it was made from, read in one moment: a block, or a few, at a time.

/** Few, because each can be of sixty-four long messages. */
const BLOCKS_AT_ONCE = 8

const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

const blockRow = z.object({ conversationId: z.string(), block: z.int(), lengths: z.instanceof(Buffer) })
const textRow = z.object({ place: z.coerce.number(), number: z.int(), content: z.string() })
const wordRow = z.object({ place: z.coerce.number(), word: z.string(), postings: z.instanceof(Buffer) })

export interface RecallKey {
  conversationId: string
  block: number
}

export interface StoredRecallBlock extends RecallKey {
  lengths: Buffer
  texts: { number: number; content: string }[]
  words: { word: string; postings: Buffer }[]
}

/** The keys of the next finished blocks, in their order. */
export function listRecallBlocks(
  { db }: Database,
  after: RecallKey | null,
  most: number,
): Promise<RecallKey[]> {
  const { conversationId, block } = after ?? {
    conversationId: '00000000-0000-0000-0000-000000000000',
    block: -1,
  }
  return rows(
    db,
    z.object({ conversationId: z.string(), block: z.int() }),
    sql`
    select conversation_id as "conversationId", block from recall_blocks
    where (conversation_id, block) > (${conversationId}::uuid, ${block}::int) and lengths <> ''
    order by conversation_id, block limit ${most}`,
  )
}

/** Those of the blocks that are still there. */
export async function* readRecallBlocks(
  { db }: Database,
  keys: readonly RecallKey[],
): AsyncGenerator<StoredRecallBlock> {
  for (let from = 0; from < keys.length; from += BLOCKS_AT_ONCE)
    yield* await db.transaction(
      (transaction) => readFew(transaction, keys.slice(from, from + BLOCKS_AT_ONCE)),
      oneMoment,
    )
}

async function readFew(db: Db, keys: readonly RecallKey[]): Promise<StoredRecallBlock[]> {
  const wanted = sql`unnest(${sql.param(keys.map((key) => key.conversationId))}::uuid[],
    ${sql.param(keys.map(({ block }) => block))}::int[]) with ordinality as wanted (conversation_id, block, place)`
  const there = await rows(
    db,
    blockRow,
    sql`
    select known.conversation_id as "conversationId", known.block, known.lengths
    from ${wanted} join recall_blocks known using (conversation_id, block)
    join conversations own on own.id = known.conversation_id
    where known.lengths <> '' and own.deleted_at is null`,
  )
  const texts = await rows(
    db,
    textRow,
    sql`
    select wanted.place::text as place, message.number, ${searchedText} as content
    from ${wanted} join messages message on message.conversation_id = wanted.conversation_id
      and message.number >= wanted.block * ${perBlock} and message.number < (wanted.block + 1) * ${perBlock}
    where ${isSearched}`,
  )
  const words = await rows(
    db,
    wordRow,
    sql`
    select wanted.place::text as place, known.word, known.postings
    from ${wanted} join recall_words known using (conversation_id, block)`,
  )
  return there.map((block) => {
    const place =
      1 + keys.findIndex((key) => key.conversationId === block.conversationId && key.block === block.block)
    return {
      ...block,
      texts: texts.filter((text) => text.place === place),
      words: words.filter((word) => word.place === place),
    }
  })
}

/** Takes a block away whole, so that it can be written anew. */
export async function removeRecallBlock(db: Db, { conversationId, block }: RecallKey): Promise<void> {
  await db.execute(
    sql`delete from recall_blocks where conversation_id = ${conversationId} and block = ${block}`,
  )
}

const versionRow = z.object({
  id: z.coerce.number(),
  collectionId: z.string(),
  passages: z.int(),
  isRead: z.boolean(),
})
export type SearchedVersion = z.infer<typeof versionRow>

/** The next versions of documents that are searched; a picture among them has no passages and no index. */
export const listSearchedVersions = (
  { db }: Database,
  after: number,
  most: number,
): Promise<SearchedVersion[]> =>
  rows(
    db,
    versionRow,
    sql`
    select version.id, coalesce(own.agent_id, own.conversation_id) as "collectionId", version.passages,
      version.type <> 'picture' as "isRead"
    from source_versions version join sources own on own.searched = version.id and own.id = version.source_id
    where version.state = 'ready' and own.deleted_at is null and version.id > ${after}
    order by version.id limit ${most}`,
  )

const indexBlockRow = z.object({ block: z.int(), lengths: z.instanceof(Buffer) })

/** The blocks of a version, in their order, and how many rows its index has in all. */
export async function readIndexBlocks(db: Db, versionId: number) {
  const blocks = await rows(
    db,
    indexBlockRow,
    sql`select block, lengths from source_blocks where version_id = ${versionId} order by block`,
  )
  const [counted] = await rows(
    db,
    z.object({ count: z.coerce.number() }),
    sql`select count(*)::text as count from source_terms where version_id = ${versionId}`,
  )
  return { blocks, terms: counted?.count ?? 0 }
}

const passageRow = z.object({ number: z.int(), length: z.int(), terms: z.string() })

/** As `storePassages` counted them, for the passages from one number to before another. */
export async function readIndexedPassages(
  db: Db,
  versionId: number,
  { from, to }: { from: number; to: number },
): Promise<IndexedPassage[]> {
  const found = await rows(
    db,
    passageRow,
    sql`
    select number, word.length, word.terms from source_passages passage cross join lateral (
      select least(32767, coalesce(sum(cardinality(positions)), 0))::int as length,
        coalesce(string_agg(lexeme || ' ' || cardinality(positions), ' '), '') as terms
      from unnest(passage.lexemes)
    ) word
    where passage.version_id = ${versionId} and number >= ${from} and number < ${to} order by number`,
  )
  return found.map(({ number, length, terms }) => ({ number, length, terms: parseTerms(terms) }))
}

const termRow = z.object({ lexeme: z.string(), passages: z.int(), postings: z.instanceof(Buffer) })

/** The stored terms of a block, in any order. */
export const readTerms = (
  db: Db,
  { collectionId, id }: SearchedVersion,
  block: number,
): Promise<BlockToStore['terms'][number][]> =>
  rows(
    db,
    termRow,
    sql`select lexeme, passages, postings from source_terms
      where version_id = ${id} and block = ${block} and collection_id = ${collectionId}`,
  )

/** Reads a version and its index as they were in one moment. */
export const atOneMoment = <Result>(
  { db }: Database,
  read: (transaction: Db) => Promise<Result>,
): Promise<Result> => db.transaction(read, oneMoment)
