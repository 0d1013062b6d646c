import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { explain, type Plan } from '../../../../test/explain.ts'
import { foldedText, searchedText } from '../../../../test/searched-text.ts'
import { exchange, type Said, storeConversation } from '../../../../test/store-conversation.ts'
import type { ConversationSummary } from '../../../shared/chat/conversations.ts'
import { decodeCursor } from '../cursor.ts'
import { conversations } from '../schema/conversations.ts'
import { type ConversationPageRequest, listConversations, USED } from './conversation-list.ts'

const database = await ownDatabase()
const { db, sql } = database

/** Reads the whole list, page by page. */
async function readAll(request: Omit<ConversationPageRequest, 'limit'>, limit: number) {
  const all: ConversationSummary[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const after = cursor === undefined ? undefined : (decodeCursor(USED, cursor) ?? undefined)
    const page = await listConversations(db, { ...request, limit, after })
    expect(page.conversations.length).toBeLessThanOrEqual(limit)
    all.push(...page.conversations)
    cursor = page.nextCursor
  }
  return all
}

const agentIds = [randomUUID(), randomUUID()] as const
const held = fc.record({
  title: searchedText(6),
  said: fc.array(searchedText(10), { minLength: 1, maxLength: 4 }),
  running: fc.boolean(),
  owner: fc.constantFrom('ada', 'ada', 'ada', 'bob'),
  agentId: fc.constantFrom(...agentIds),
  deleted: fc.boolean(),
  /** Many are used in the same millisecond. */
  age: fc.nat({ max: 3 }),
})

test('a search is a substring of the title or of anything said, last used first, no gap and no double over all pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(held, { maxLength: 16 }),
      fc.array(searchedText(4), { minLength: 1, maxLength: 5 }),
      fc.option(fc.constantFrom(...agentIds), { nil: undefined }),
      fc.integer({ min: 1, max: 5 }),
      async (made, terms, agentId, limit) => {
        await db.delete(conversations)
        const stored: Awaited<ReturnType<typeof storeConversation>>[] = []
        for (const { title, said, running, owner, agentId, deleted, age } of made) {
          const tree = said.map(
            (content, index): Said =>
              index % 2 === 0
                ? { role: 'user', content }
                : { role: 'assistant', content, state: running && index === 1 ? 'running' : 'finished' },
          )
          const updatedAt = new Date(1_700_000_000_000 - age)
          const fields = { owner, title, agentId, updatedAt, deletedAt: deleted ? updatedAt : null }
          stored.push(await storeConversation(database, fields, tree))
        }
        const expected = (term: string) =>
          stored
            .filter((one) => one.owner === 'ada' && !one.deletedAt)
            .filter((one) => agentId === undefined || one.agentId === agentId)
            .filter((one) =>
              [one.title, ...one.said.map(({ content }) => content)].some((text) =>
                foldedText(text).includes(foldedText(term)),
              ),
            )
            .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? 1 : -1))
        for (const query of ['', ...terms]) {
          const found = await readAll({ owner: 'ada', query, agentId }, limit)
          expect(found.map(({ id }) => id)).toEqual(expected(query).map(({ id }) => id))
          for (const [index, { excerpt, foundMessage }] of found.entries()) {
            const hits = expected(query)[index]?.said.filter(({ content }) =>
              foldedText(content).includes(foldedText(query)),
            )
            expect(excerpt !== undefined).toBe(query !== '' && hits?.length !== 0)
            const hit = hits?.find(({ id }) => id === foundMessage)
            expect(hit?.content.replace(/\s+/g, ' ').trim()).toBe(excerpt)
          }
        }
      },
    ),
    { numRuns: 20 },
  )
})

test('what a search found in a message stands in the excerpt as it is written there, of the newest that has it', async () => {
  await db.delete(conversations)
  const around = 'Well, '.repeat(100)
  await storeConversation(database, { owner: 'ada' }, [
    ...exchange('An old NEEDLE', 'Yes.'),
    ...exchange('And?', `${around}a 100%\nNéedle in 🧠${around}`),
  ])
  const excerpts = async (query: string) =>
    (await readAll({ owner: 'ada', query }, 9)).map(({ excerpt }) => excerpt)
  expect(await excerpts('% néeD')).toEqual([])
  for (const query of ['NÉEDLE'.normalize('NFC'), 'NÉEDLE'.normalize('NFD')])
    expect(await excerpts(query)).toEqual([
      expect.stringMatching(/^…Well, .* a 100% Néedle in 🧠Well, .*,?…$/),
    ])
  expect(await excerpts('needle')).toEqual(['An old NEEDLE'])
  expect((await excerpts('yes'))[0]).toBe('Yes.')
})

test('what a running reply has said is found, too, and not what another one of the same id says', async () => {
  await db.delete(conversations)
  const id = randomUUID()
  const running = (content: string): Said[] => [
    { role: 'user', content: 'What is light?' },
    { role: 'assistant', content, state: 'running', id },
  ]
  const mine = await storeConversation(database, { owner: 'ada' }, running('A wave, so'))
  await storeConversation(database, { owner: 'bob' }, running('A particle'))
  const found = await readAll({ owner: 'ada', query: 'WAVE' }, 9)
  expect(found).toMatchObject([{ id: mine.id, state: 'running', excerpt: 'A wave, so' }])
  expect(await readAll({ owner: 'ada', query: 'particle' }, 9)).toEqual([])
})

test('the state is that of the newest reply, whatever is shown', async () => {
  await db.delete(conversations)
  const states = ['running', 'finished', 'stopped', 'interrupted', 'failed'] as const
  for (const [age, state] of states.entries())
    await storeConversation(database, { owner: 'ada', updatedAt: new Date(1_700_000_000_000 - age) }, [
      ...exchange('One?', 'One.'),
      { role: 'user', content: 'Two?' },
      { role: 'assistant', content: 'Two', state },
      { role: 'user', content: 'Asked by nobody' },
    ])
  await storeConversation(database, { owner: 'ada', updatedAt: new Date(1_600_000_000_000) }, [
    { role: 'user', content: 'Copied up to here' },
  ])
  const listed = await readAll({ owner: 'ada' }, 9)
  expect(listed.map(({ state }) => state)).toEqual([...states, 'finished'])
  expect(listed.map(({ newestWords }) => newestWords)).toEqual([...states.map(() => 'Two'), undefined])
})

test('a list has the beginning of what was said last, and the end of what is being said', async () => {
  await db.delete(conversations)
  const long = `First **words**, ${'then more, '.repeat(60)}last words`
  for (const [age, state] of (['running', 'finished'] as const).entries())
    await storeConversation(database, { owner: 'ada', updatedAt: new Date(1_700_000_000_000 - age) }, [
      { role: 'user', content: 'Two?' },
      { role: 'assistant', content: long, state },
    ])
  const [running, finished] = await readAll({ owner: 'ada' }, 9)
  expect(running?.newestWords).toMatch(/then more, last words$/)
  expect(finished?.newestWords).toMatch(/^First words, then more/)
  for (const one of [running, finished]) expect(one?.newestWords?.length).toBeLessThan(250)
})

/** Many wallets with some conversations each, and one with many; every conversation has ten messages. */
async function fill() {
  await db.delete(conversations)
  await sql`
    insert into conversations (id, owner, agent_id, agent_name, title, active_leaf, last_message, created_at, updated_at)
    select gen_random_uuid(), case when i % 3 = 0 then 'ada' else 'wallet ' || i % 100 end, gen_random_uuid(), 'Ada',
      'Talk ' || i, gen_random_uuid(), 10, now(), timestamptz '2024-01-01' + i * interval '1 second'
    from generate_series(1, 1200) i`
  await sql`
    insert into messages (conversation_id, id, number, role, content, created_at)
    select id, gen_random_uuid(), number, 'user', title || ' says light ' || repeat('and more ', number), now()
    from conversations, generate_series(1, 10) number order by number, md5(id::text)`
  await sql`vacuum (analyze) conversations, messages`
}

/** The rows that the list reads from each table, by `EXPLAIN ANALYZE`, including those that were filtered out. */
async function readBy(request: Omit<ConversationPageRequest, 'limit'>) {
  const { result, plans } = await explain(
    database,
    (db) => listConversations(db, { ...request, limit: 24 }),
    'explain (analyze, format json)',
  )
  const listed = result.conversations.length
  const read = { listed, statements: plans.length, conversations: 0, messages: 0, ways: '' }
  const count = (plan: Plan) => {
    const table = plan['Relation Name']
    if (table === 'conversations' || table === 'messages')
      read[table] += Math.round(
        (plan['Actual Rows'] +
          (plan['Rows Removed by Filter'] ?? 0) +
          (plan['Rows Removed by Index Recheck'] ?? 0)) *
          plan['Actual Loops'],
      )
    read.ways += `${plan['Node Type']} ${plan['Index Name'] ?? table ?? ''}\n`
    plan.Plans?.forEach(count)
  }
  for (const [row] of plans) count(row?.['QUERY PLAN'][0].Plan)
  return read
}

test('a list and a search read nothing of other wallets, and no further than their page', async () => {
  await fill()
  const middle = { createdAt: new Date('2024-01-01T00:10:00Z'), id: randomUUID() }
  // One more than the page; the state needs another look at a conversation's messages.
  const page = 25

  for (const after of [undefined, middle]) {
    const list = await readBy({ owner: 'ada', after })
    expect(list).toMatchObject({ listed: 24, statements: 1, conversations: page })
    expect(list.ways).toContain('Index Scan conversations_owner_used')
    expect(list.ways).not.toMatch(/Seq Scan (conversations|messages)/)
    expect(list.messages).toBeLessThanOrEqual(page * 10)
  }

  const common = await readBy({ owner: 'ada', query: 'LIGHT' })
  expect(common).toMatchObject({ listed: 24, statements: 1 })
  expect(common.ways).not.toMatch(/Seq Scan (conversations|messages)/)
  expect(common.conversations).toBeLessThanOrEqual(400)
  expect(common.messages).toBeLessThanOrEqual(page * 20)

  const nowhere = await readBy({ owner: 'ada', query: 'nowhere' })
  // The last conversation of each of two stretches is returned, so its newest reply is looked for.
  expect(nowhere).toMatchObject({ listed: 0, statements: 3, messages: 4_000 + 2 * 10 })
  expect(nowhere.conversations).toBeLessThanOrEqual(2 * 400)
  expect(nowhere.ways).not.toMatch(/Seq Scan (conversations|messages)/)
})

test('a search of many messages is divided, in order and without a gap', async () => {
  await fill()
  const titles = (numbers: number[]) => numbers.map((number) => `Talk ${number}`)
  const thirds = Array.from({ length: 400 }, (_, index) => 1_200 - 3 * index)
  const titled = async (query: string, limit: number) =>
    (await readAll({ owner: 'ada', query }, limit)).map(({ title }) => title)
  expect(await titled('light', 7)).toEqual(titles(thirds))
  expect(await titled('LIGHT', 300)).toEqual(titles(thirds))
  const withNines = thirds.filter((number) => `${number}`.includes('99'))
  expect(await titled('99', 300)).toEqual(titles(withNines))
})

// Statements of the embedded database run in the order in which they come; those of PostgreSQL beside each other.
test.runIf(database.kind === 'embedded')(
  'a search of many messages lets others in between, and ends when it is left',
  async () => {
    await fill()
    const search = { owner: 'ada', query: 'talk 3 says', limit: 24 }
    const order: string[] = []
    const [found] = await Promise.all([
      listConversations(db, search).finally(() => order.push('found')),
      listConversations(db, { owner: 'bob', limit: 24 }).finally(() => order.push('listed')),
    ])
    expect(found.conversations).toHaveLength(1)
    expect(order).toEqual(['listed', 'found'])
    expect((await listConversations(db, search, AbortSignal.abort())).conversations).toEqual([])
  },
)
