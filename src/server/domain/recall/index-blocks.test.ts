import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { exchange, storeConversation } from '../../../../test/store-conversation.ts'
import { BLOCK } from '../../db/conversations/recall.ts'
import { readBlock, storeBlock } from '../../db/conversations/recall-index.ts'
import { indexBlock, RecallIndex } from './index-blocks.ts'

const { db, sql } = await testDatabase()
const log = pino({ level: 'silent' })
const owner = 'ada'

const store = (turns: number, answer = 'A wave.') =>
  storeConversation(
    { db },
    { owner },
    Array.from({ length: turns }, (_, turn) => exchange(`What is light ${turn}?`, answer)).flat(),
  )

async function blocksOf(...ids: readonly string[]): Promise<number[][]> {
  const found = await sql<{ of: string; block: number }[]>`
    select conversation_id as of, block from recall_blocks where conversation_id = any(${ids}::uuid[]) order by block`
  return ids.map((id) => found.flatMap(({ of, block }) => (of === id ? [block] : [])))
}

async function wordsOf(id: string): Promise<string[]> {
  const found = await sql<
    { word: string }[]
  >`select distinct word from recall_words where conversation_id = ${id}`
  return found.map(({ word }) => word)
}

async function index(...ids: readonly string[]): Promise<void> {
  const indexer = new RecallIndex({ db, log, pauseMs: 0 })
  for (const conversationId of ids) indexer.ended({ conversationId, replyId: randomUUID() })
  await indexer.settled()
}

test('whole blocks of a long conversation are indexed, and none of a short one or of one with a reply that runs', async () => {
  const [long, short, waiting] = [await store(100), await store(64), await store(100)]
  await sql`update messages set state = 'waiting' where conversation_id = ${waiting.id} and number = 66`
  await index(long.id, short.id, waiting.id)
  expect(await blocksOf(long.id, short.id, waiting.id)).toEqual([[0, 1, 2], [], [0, 2]])
})

test('what a server left undone is done after the next reply, and nothing twice', async () => {
  const stored = await store(260)
  const first = new RecallIndex({ db, log, pauseMs: 0 })
  first.ended({ conversationId: stored.id, replyId: randomUUID() })
  await first.close()
  const [left = []] = await blocksOf(stored.id)
  expect(left.length).toBeLessThan(8)
  first.ended({ conversationId: stored.id, replyId: randomUUID() })
  await first.settled()
  expect(await blocksOf(stored.id)).toEqual([left])
  // Two servers at once.
  await Promise.all([index(stored.id), index(stored.id)])
  expect(await blocksOf(stored.id)).toEqual([Array.from({ length: 8 }, (_, block) => block)])
})

test('conversations are indexed by turns, so that none waits for a longer one', async () => {
  const [one, other] = [await store(260), await store(260)]
  const indexer = new RecallIndex({ db, log, pauseMs: 0 })
  for (const { id } of [one, other]) indexer.ended({ conversationId: id, replyId: randomUUID() })
  let isDone = false
  const done = indexer.settled().then(() => {
    isDone = true
  })
  while (!isDone) {
    const [ofOne = [], ofOther = []] = await blocksOf(one.id, other.id)
    expect(Math.abs(ofOne.length - ofOther.length)).toBeLessThanOrEqual(4)
  }
  await done
  const [ofOne, ofOther] = await blocksOf(one.id, other.id)
  expect([ofOne?.length, ofOther?.length]).toEqual([8, 8])
})

test('a block that was read before words were deleted is not stored after', async () => {
  const stored = await store(100, 'The word is heliotrope.')
  const read = await readBlock(db, stored.id, 0)
  await sql`update messages set erased = true where conversation_id = ${stored.id} and content like '%heliotrope%'`
  await sql`update conversations set erasures = erasures + 1 where id = ${stored.id}`
  const block = { conversationId: stored.id, block: 0, erasures: read?.erasures ?? 0 }
  expect(await storeBlock(db, { ...block, ...indexBlock(0, read?.texts ?? []) })).toBe(false)
  expect(await blocksOf(stored.id)).toEqual([[]])
  await index(stored.id)
  expect(await wordsOf(stored.id)).toContain('light')
  expect(await wordsOf(stored.id)).not.toContain('heliot')
})

test('a reply that went on is indexed with its new words', async () => {
  const stored = await store(100)
  await index(stored.id)
  const reply = stored.said[BLOCK]
  await sql`update messages set content = 'Now with heliotrope.', state = 'finished', role = 'assistant'
    where conversation_id = ${stored.id} and id = ${reply?.id}`
  const indexer = new RecallIndex({ db, log, pauseMs: 0 })
  indexer.ended({ conversationId: stored.id, replyId: reply?.id ?? '' })
  await indexer.settled()
  expect(await wordsOf(stored.id)).toContain('heliot')
  expect(await blocksOf(stored.id)).toEqual([[0, 1, 2]])
})

test('nothing is indexed of a deleted conversation, and a swept one leaves nothing', async () => {
  const [deleted, swept] = [await store(100), await store(100)]
  await sql`update conversations set deleted_at = now() where id = ${deleted.id}`
  await index(deleted.id, swept.id)
  expect(await blocksOf(deleted.id)).toEqual([[]])
  expect(await wordsOf(swept.id)).not.toEqual([])
  await sql`delete from conversations where id = ${swept.id}`
  expect(await blocksOf(swept.id)).toEqual([[]])
  expect(await wordsOf(swept.id)).toEqual([])
})
