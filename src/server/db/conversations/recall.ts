import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '../connect/connect.ts'
import { prepared } from '../rows.ts'
import { pathRanges } from './message-path.ts'

/** Message numbers of a block: block 0 has 0 to 63. */
export const BLOCK = 64

/** Of one message; the rest of a longer one is not searched. */
const SEARCHED_CHARACTERS = 20_000

export interface RecallPlace {
  owner: string
  conversationId: string
  /** The last message of the path. */
  questionId: string
}

export const perBlock = sql.raw(`${BLOCK}`)
export const searchedText = sql`left(message.content, ${sql.raw(`${SEARCHED_CHARACTERS}`)})`
/** Neither erased nor still being written. */
export const isSearched = sql`(not message.erased and (message.state is null or message.state not in ('running', 'waiting')))`
const isOwn = (owner: Placeholder, conversationId: Placeholder): SQL =>
  sql`conversations.id = ${conversationId} and conversations.owner = ${owner} and conversations.deleted_at is null`

// One statement, so that no block is written or deleted in between; as bytes, since there can be thousands of postings.
const selectIndexed = prepared(
  'recall_indexed',
  z.object({
    number: z.int(),
    depth: z.int(),
    lengths: z.instanceof(Buffer),
    postings: z.instanceof(Buffer),
  }),
  ['owner', 'conversationId', 'told', 'words'],
  ({ owner, conversationId, told, words }) => sql`
    select told.number, told.depth,
      coalesce((
        select string_agg(int4send(block) || lengths, ''::bytea order by block) from recall_blocks
        where conversation_id = conversations.id and block <= (told.number - 1) / ${perBlock} and lengths <> ''
      ), ''::bytea) as lengths,
      coalesce((
        select string_agg(
          int4send(place::int) || int4send(block) || int4send(octet_length(postings)) || postings, ''::bytea)
        from unnest(${words}::text[]) with ordinality as wanted (word, place) cross join lateral (
          select * from recall_words
          where conversation_id = conversations.id and word = wanted.word
            and block <= (told.number - 1) / ${perBlock}
          offset 0
        ) as found
      ), ''::bytea) as postings
    from conversations join messages as told on told.conversation_id = conversations.id and told.id = ${told}
    where ${isOwn(owner, conversationId)}`,
)

/**
 * Where a message stands, and what the index knows before it: `lengths` has each block's number and lengths, `postings`
 * for each block of a word the word's place from 1, the block, the bytes, and `recall_words.postings`. Null if there is
 * no such message of the wallet.
 */
export async function readIndexed(
  db: Db,
  { owner, conversationId }: RecallPlace,
  { told, words }: { told: string; words: readonly string[] },
) {
  const [found] = await selectIndexed(db, { owner, conversationId, told, words })
  return found ?? null
}

const textRow = z.object({ number: z.int(), content: z.string() })

const selectBlockTexts = prepared(
  'recall_block_texts',
  textRow,
  ['owner', 'conversationId', 'from', 'to'],
  ({ owner, conversationId, from, to }) => sql`
    select message.number, ${searchedText} as content
    from conversations join messages as message on message.conversation_id = conversations.id
    where ${isOwn(owner, conversationId)} and message.number >= ${from} and message.number < ${to} and ${isSearched}`,
)

/** The messages of a block that is not indexed, up to a number. */
export function readBlockTexts(
  db: Db,
  { owner, conversationId }: RecallPlace,
  { block, before }: { block: number; before: number },
) {
  const from = block * BLOCK
  return selectBlockTexts(db, { owner, conversationId, from, to: Math.min(from + BLOCK, before) })
}

// Each message is looked up by key: most of a conversation's messages may have the words.
const selectOnPath = prepared(
  'recall_on_path',
  z.object({ number: z.int(), depth: z.int() }),
  ['owner', 'conversationId', 'questionId', 'before', 'numbers'],
  ({ owner, conversationId, questionId, before, numbers }) => sql`
    with path as materialized (select * from ${pathRanges(sql`${conversationId}`, sql`${questionId}`)} as ranges)
    select message.number, message.depth
    from conversations cross join unnest(${numbers}::int[]) as hit (number) cross join lateral (
      select * from messages where conversation_id = conversations.id and messages.number = hit.number offset 0
    ) as message join path on path.branch = message.branch and message.depth <= path.depth
    where ${isOwn(owner, conversationId)} and message.depth < ${before} and ${isSearched}`,
)

/** Those of some messages that are on the path above a depth, by number. */
export function findOnPath(
  db: Db,
  { owner, conversationId, questionId }: RecallPlace,
  { numbers, before }: { numbers: readonly number[]; before: number },
) {
  return selectOnPath(db, { owner, conversationId, questionId, before, numbers })
}

const selectPathTexts = prepared(
  'recall_path_texts',
  z.object({
    ...textRow.shape,
    depth: z.int(),
    id: z.string(),
    role: z.enum(['user', 'assistant']),
    createdAt: z.string(),
  }),
  ['owner', 'conversationId', 'questionId', 'depths'],
  ({ owner, conversationId, questionId, depths }) => sql`
    with path as materialized (select * from ${pathRanges(sql`${conversationId}`, sql`${questionId}`)} as ranges)
    select message.number, ${searchedText} as content, message.depth, message.id, message.role,
      message.created_at::text as "createdAt"
    from conversations cross join unnest(${depths}::int[]) as wanted (depth) cross join lateral (
      select branch from path where path.depth >= wanted.depth order by path.depth limit 1
    ) as place cross join lateral (
      select * from messages
      where conversation_id = conversations.id and branch = place.branch and messages.depth = wanted.depth offset 0
    ) as message
    where ${isOwn(owner, conversationId)} and ${isSearched}
    order by message.depth`,
)

export function readPathTexts(
  db: Db,
  { owner, conversationId, questionId }: RecallPlace,
  depths: readonly number[],
) {
  return selectPathTexts(db, { owner, conversationId, questionId, depths })
}
