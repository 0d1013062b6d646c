import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/connect/connect.ts'
import { type Load, loadWithoutIndexes } from './load-without-indexes.ts'
import { pieceOf, withSpokenPieces } from './spoken-pieces.ts'

const BATCH = 200_000
/** Messages of a conversation; those of a hundredth of all messages are in conversations that are a hundred times as long. */
const LENGTH = 20
const LONG = 100
const QUESTION_CHARACTERS = 60
const CONVERSATIONS_OF_A_WALLET = 50
/** They are with the first agents. */
const AGENTS = 1_000

/** As `md5(…)::uuid` makes them. */
const idOf = (name: string) =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
export const conversationId = (nth: number) => idOf(`conversation ${nth}`)
export const messageId = (conversation: number, number: number) => idOf(`message ${conversation} ${number}`)
/** Of the agent that a conversation is with. */
export const agentId = (conversation: number) => idOf(`agent ${1 + (conversation % AGENTS)}`)
export const ownerOf = (conversation: number) =>
  `wallet ${Math.floor(conversation / CONVERSATIONS_OF_A_WALLET)}`

/** How many conversations are long, of so many messages: the first ones, so that a row's place follows from its number. */
export const longOnes = (count: number) => Math.max(1, Math.floor(count / LENGTH / LONG / 100))
export const lengthOf = (conversation: number, count: number) =>
  conversation < longOnes(count) ? LENGTH * LONG : LENGTH

/** How many conversations so many messages are. */
export function conversationsOf(count: number): number {
  const long = longOnes(count)
  return long + Math.floor((count - long * LENGTH * LONG) / LENGTH)
}

/**
 * Stores so many messages in conversations of twenty, and some of two thousand; each wallet has fifty conversations.
 * @param replyCharacters of each reply; a question has 60
 */
export async function loadManyMessages(
  database: Database,
  count: number,
  replyCharacters: number,
): Promise<Load> {
  const [long, all] = [longOnes(count), conversationsOf(count)]
  const stored = long * LENGTH * LONG + (all - long) * LENGTH
  return withSpokenPieces(database.db, replyCharacters, async () => {
    await loadWithoutIndexes(database, { table: 'conversations', count: all, batch: BATCH }, (from, to) =>
      conversationRange({ from, to, long }),
    )
    return loadWithoutIndexes(database, { table: 'messages', count: stored, batch: BATCH }, (from, to) =>
      messageRange({ from, to, long }),
    )
  })
}

interface Range {
  from: number
  to: number
  /** How many conversations are long. */
  long: number
}

const conversationRange = ({ from, to, long }: Range) => sql`
  insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
  select md5('conversation ' || c)::uuid, 'wallet ' || c / ${CONVERSATIONS_OF_A_WALLET}::bigint,
    md5('agent ' || (1 + c % ${AGENTS}::bigint))::uuid, 'Agent', left(words, 30),
    md5('message ' || c || ' ' || length)::uuid, length, at, at
  from (
    select n - 1 as c, timestamptz '2026-01-01' + n * interval '1 second' as at,
      case when n <= ${long}::bigint then ${LENGTH * LONG}::int else ${LENGTH}::int end as length
    from generate_series(${from}::bigint, ${to}::bigint) n
  ) numbered join spoken on ${pieceOf('c')}`

/** `c` is the number of the conversation, `k` that of the message in it. */
const messageRange = ({ from, to, long }: Range) => {
  const inLong = sql`${long * LENGTH * LONG}::bigint`
  const [ofLong, ofOthers] = [sql`${LENGTH * LONG}::bigint`, sql`${LENGTH}::bigint`]
  return sql`
  insert into messages (conversation_id, id, parent_id, depth, branch, number, role, content, state, created_at,
    replied_at, ended_at)
  select md5('conversation ' || c)::uuid, md5('message ' || c || ' ' || k)::uuid,
    case when k > 1 then md5('message ' || c || ' ' || k - 1)::uuid end, k - 1, md5('message ' || c || ' 1')::uuid, k,
    case when asks then 'user' else 'assistant' end,
    case when asks then left(words, ${QUESTION_CHARACTERS}::int) else words end,
    case when not asks then 'finished' end, at, case when not asks then at end, case when not asks then at end
  from (
    select n, c, k, k % 2 = 1 as asks, timestamptz '2026-01-01' + n * interval '50 milliseconds' as at
    from generate_series(${from}::bigint, ${to}::bigint) n cross join lateral (
      select case when n <= ${inLong} then (n - 1) / ${ofLong} else ${long}::bigint + (n - 1 - ${inLong}) / ${ofOthers} end as c,
        1 + case when n <= ${inLong} then (n - 1) % ${ofLong} else (n - 1 - ${inLong}) % ${ofOthers} end as k
    ) place
  ) numbered join spoken on ${pieceOf('n')}`
}
