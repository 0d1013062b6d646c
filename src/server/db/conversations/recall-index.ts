import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { prepared } from '../rows.ts'
import { messages } from '../schema/conversations.ts'
import { BLOCK, isSearched, perBlock, searchedText } from './recall.ts'

/** A conversation that is not longer is read as it is. */
const INDEXED_FROM = 2 * BLOCK

const selectMissing = prepared(
  'recall_missing_blocks',
  z.object({ block: z.int() }),
  ['conversationId', 'most'],
  ({ conversationId, most }) => sql`
    select block from conversations
    cross join lateral generate_series(0, (last_message + 1) / ${perBlock} - 1) as block
    where conversations.id = ${conversationId} and deleted_at is null and last_message > ${sql.raw(`${INDEXED_FROM}`)}
      and not exists (
        select from recall_blocks as known
        where known.conversation_id = conversations.id and known.block = block.block and known.lengths <> '')
      and not exists (
        select from messages as message where message.conversation_id = conversations.id
          and message.number >= block.block * ${perBlock} and message.number < (block.block + 1) * ${perBlock}
          and message.state in ('running', 'waiting'))
    order by block limit ${most}`,
)

/** The first blocks that are whole and not indexed. */
export async function listMissingBlocks(db: Db, conversationId: string, most: number): Promise<number[]> {
  return (await selectMissing(db, { conversationId, most })).map(({ block }) => block)
}

const selectBlock = prepared(
  'recall_block',
  z.object({ erasures: z.int(), number: z.nullable(z.int()), content: z.nullable(z.string()) }),
  ['conversationId', 'from', 'to'],
  ({ conversationId, from, to }) => sql`
    select conversations.erasures, message.number, ${searchedText} as content
    from conversations left join messages as message on message.conversation_id = conversations.id
      and message.number >= ${from} and message.number < ${to} and ${isSearched}
    where conversations.id = ${conversationId} and deleted_at is null`,
)

/** A block's messages, and how often words were deleted until then; null if the conversation is deleted. */
export async function readBlock(db: Db, conversationId: string, block: number) {
  const found = await selectBlock(db, { conversationId, from: block * BLOCK, to: (block + 1) * BLOCK })
  const [first] = found
  if (!first) return null
  const texts = found.flatMap(({ number, content }) =>
    number === null || content === null ? [] : [{ number, content }],
  )
  return { erasures: first.erasures, texts }
}

export interface BlockToStore {
  conversationId: string
  block: number
  /** As `readBlock` said; if words were deleted since, nothing is stored. */
  erasures: number
  lengths: Uint8Array
  words: readonly { word: string; postings: Uint8Array }[]
}

/** Few, because everything else waits for the embedded database's one connection while a statement runs. */
const WORDS_AT_ONCE = 500

// Whoever deletes words locks the conversation first, and deletes the block after that.
const held = (conversationId: Placeholder, erasures: Placeholder): SQL => sql`
    held as (
      select id from conversations
      where id = ${conversationId} and deleted_at is null and erasures = ${erasures} for share
    )`

const insertWords = prepared(
  'recall_store_words',
  z.object({ block: z.int() }),
  ['conversationId', 'block', 'erasures', 'words', 'postings'],
  ({ conversationId, block, erasures, words, postings }) => sql`
    with ${held(conversationId, erasures)}, begun as (
      insert into recall_blocks (conversation_id, block, lengths)
      select id, ${block}::int, ''::bytea from held on conflict do nothing
    ), indexed as (
      insert into recall_words (conversation_id, word, block, postings)
      select held.id, of.word, ${block}::int, of.postings
      from held cross join unnest(${words}::text[], ${postings}::bytea[]) as of (word, postings)
      on conflict do nothing
    )
    select ${block}::int as block from held`,
)

const finishBlock = prepared(
  'recall_finish_block',
  z.object({ block: z.int() }),
  ['conversationId', 'block', 'erasures', 'lengths'],
  ({ conversationId, block, erasures, lengths }) => sql`
    with ${held(conversationId, erasures)}
    update recall_blocks set lengths = ${lengths}::bytea from held
    where recall_blocks.conversation_id = held.id and block = ${block} and lengths = ''
    returning block`,
)

/**
 * Stores the words of a block, and at the end its lengths, without which it counts for nothing: what a server that died
 * had stored of it is the same.
 * @returns false if another server was first, or if it may not be stored any more
 */
export async function storeBlock(
  db: Db,
  { words, lengths, ...block }: BlockToStore,
  pause: () => Promise<void> = async () => {},
): Promise<boolean> {
  for (let from = 0; from === 0 || from < words.length; from += WORDS_AT_ONCE) {
    const portion = words.slice(from, from + WORDS_AT_ONCE)
    const stored = await insertWords(db, {
      ...block,
      words: portion.map(({ word }) => word),
      postings: portion.map(({ postings }) => Buffer.from(postings)),
    })
    if (stored.length === 0) return false
    await pause()
  }
  return (await finishBlock(db, { ...block, lengths: Buffer.from(lengths) })).length > 0
}

/** Lets go of the block of a reply that has just ended: one that went on has other words now. */
export async function deleteBlockOf(
  db: Pick<Db, 'execute'>,
  { conversationId, replyId }: { conversationId: string; replyId: string },
): Promise<void> {
  await db.execute(sql`
    delete from recall_blocks using ${messages} as ended
    where recall_blocks.conversation_id = ${conversationId} and ended.conversation_id = ${conversationId}
      and ended.id = ${replyId} and recall_blocks.block = ended.number / ${perBlock}`)
}
