import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { explain, type Plan } from '../../../../test/explain.ts'
import { type Said, storeConversation } from '../../../../test/store-conversation.ts'
import type { Db } from '../connect/connect.ts'
import { messages } from '../schema/conversations.ts'
import { askQuestions } from './ask-questions.ts'
import { findAskedBefore } from './waiting-replies.ts'

const database = await ownDatabase()
const { db, sql } = database
const agentId = randomUUID()
await sql`
  insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
    category, is_public, visibility_enabled, created_at)
  values (${agentId}, 'Ada', '', '/a.webp', 'You are Ada.', '{}', '{}', 'maker', 'neural', true, true, now())`

/** Less than ten turns. */
const PATH_BYTES = 1_000
const BATCH = 400

/** Turns of a hundred bytes each; every 25th question was answered twice, and `edits` of the first were left. */
async function hold(turns: number, edits = 0) {
  const said: Said[] = Array.from({ length: edits }, () => ({ role: 'user', content: 'Hm?', parentId: null }))
  let parentId: string | null = null
  for (let turn = 1; turn <= turns; turn++) {
    const [question, reply] = [randomUUID(), randomUUID()]
    said.push({ id: question, parentId, role: 'user', content: 'What is light?'.padEnd(20) })
    if (turn % 25 === 0) said.push({ parentId: question, role: 'assistant', content: 'Two waves.' })
    said.push({ id: reply, parentId: question, role: 'assistant', content: 'A wave.'.padEnd(80) })
    parentId = reply
  }
  const stored = await storeConversation(database, { owner: 'ada', agentId, lastMessage: said.length }, [])
  for (let at = 0; at < said.length; at += BATCH)
    await db.insert(messages).values(
      said.slice(at, at + BATCH).map((one, index) => ({
        ...{ id: randomUUID(), parentId: null, state: one.role === 'user' ? null : ('finished' as const) },
        ...{ ...one, conversationId: stored.id, number: at + index + 1, createdAt: new Date() },
      })),
    )
  return { id: stored.id, leaf: parentId, said }
}

const TABLES = ['messages', 'stories', 'conversations', 'facts', 'memory_choices']

/** The rows that a statement reads of these tables, by `EXPLAIN ANALYZE`. Each is found by its key. */
async function readBy(query: (db: Db) => Promise<unknown>): Promise<number> {
  const { plans } = await explain(database, query, 'explain (analyze, format json)')
  expect(plans).toHaveLength(1)
  const scans = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(scans)]
  const read = plans
    .flatMap(([row]) => scans(row?.['QUERY PLAN'][0].Plan))
    .filter((plan) => TABLES.includes(plan['Relation Name'] ?? ''))
    .filter((plan) => plan['Node Type'] !== 'ModifyTable')
  for (const { 'Node Type': way, 'Relation Name': table, 'Actual Loops': loops } of read)
    if (loops > 0 && (table === 'messages' || table === 'stories')) expect(way).not.toBe('Seq Scan')
  return read.reduce(
    (rows, plan) =>
      rows + Math.round((plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']),
    0,
  )
}

async function readToAsk({ id, leaf, said }: Awaited<ReturnType<typeof hold>>) {
  const unask = async () => {
    await sql`delete from running_turns where conversation_id = ${id}`
    await sql`delete from messages where conversation_id = ${id} and number > ${said.length}`
    await sql`update conversations set last_message = ${said.length} where id = ${id}`
  }
  const read = await readBy(async (own) => {
    const question = {
      ...{ conversationId: id, owner: 'ada', agentId, parentId: leaf, replyId: randomUUID() },
      ...{ questionId: randomUUID(), content: 'Why?', greeting: null, title: 'Why?', model: null },
      ...{ requestId: '', apiKeyId: null, now: new Date().toISOString() },
    }
    const options = { server: randomUUID(), pathBytes: PATH_BYTES }
    const [outcome] = await askQuestions(own, [question], options)
    expect(outcome?.stored?.beginning).toHaveLength(3)
    // Its plan is made by asking it once more, as it was.
    await unask()
  })
  await unask()
  return read
}

const [short, long, edited, told] = [await hold(20), await hold(1_000), await hold(1_000, 1), await hold(400)]
const answers = told.said.filter(({ role, content }) => role === 'assistant' && content !== 'Two waves.')
for (const through of [...answers.slice(0, -100), answers.at(-4)])
  await sql`
    insert into stories (id, conversation_id, through, text, by, created_at, updated_at)
    values (${randomUUID()}, ${told.id}, ${through?.id}, 'So far.', 'model', now(), now())`
await sql`vacuum (analyze) messages, conversations, stories`

test('a question in a long conversation reads no more than in a short one, and what its branches are if it was begun twice', async () => {
  const ofShort = await readToAsk(short)
  expect(ofShort).toBeLessThan(100)
  expect(await readToAsk(long)).toBe(ofShort)
  const ofEdited = await readToAsk(edited)
  expect(ofEdited).toBeGreaterThan(ofShort)
  expect(ofEdited).toBeLessThan(ofShort + 3 * 40)
})

test('behind a story, a question reads what follows it and as many of the own words as are told', async () => {
  const ofWhole = await readToAsk(long)
  const ofTold = await readToAsk(told)
  expect(ofTold).not.toBe(ofWhole)
  expect(ofTold).toBeLessThan(ofWhole + 20)
})

test('a reply that goes on finds each message of its path by its key', async () => {
  const read = (of: typeof long) =>
    readBy(async (own) => {
      const before = await findAskedBefore(own, 'ada', { conversationId: of.id, replyId: of.leaf ?? '' })
      expect(before?.path).not.toHaveLength(0)
    })
  expect(await read(short)).toBeLessThan(2 * short.said.length + 20)
  expect(await read(edited)).toBeLessThan(2 * edited.said.length + 20)
})
