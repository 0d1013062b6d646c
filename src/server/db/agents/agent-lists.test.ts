import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { ownDatabase } from '../../../../test/database.ts'
import { explain } from '../../../../test/explain.ts'
import { foldedText, searchedText } from '../../../../test/searched-text.ts'
import { type Category, categories } from '../../../shared/agents/agent-defaults.ts'
import { databaseOn } from '../connect/connection-pool.ts'
import { decodeCursor } from '../cursor.ts'
import { agents } from '../schema/agents.ts'
import { type AgentPageRequest, listAgents, listAgentsLike, listedIn } from './agent-lists.ts'

const database = await ownDatabase()
const { db, sql } = database

type Row = typeof agents.$inferInsert

const row = (fields: Partial<Row>): Row => ({
  id: randomUUID(),
  name: 'Ada',
  description: 'Explains.',
  imageUrl: '/images/default.webp',
  personality: 'You are Ada.',
  capabilities: ['Explaining'],
  knowledgeDomains: ['Mathematics'],
  owner: 'somebody',
  category: 'neural',
  isPublic: true,
  visibilityEnabled: true,
  createdAt: new Date(1_700_000_000_000),
  ...fields,
})

/**
 * Newer agents with nothing to find in them, as long as agents are; they go with the test. The embedded database stops
 * a statement that takes ten seconds, which on a busy machine one does that adds or deletes thousands of them.
 */
async function fill(count: number) {
  onTestFinished(async () => void (await sql`truncate agents cascade`))
  for (let first = 1; first <= count; first += 500)
    await sql`
      insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
        category, is_public, visibility_enabled, created_at)
      select gen_random_uuid(), 'Newer ' || i, 'Filler', '', repeat('You are a filler. ', 20), '{}', '{}', 'somebody',
        'neural', true, true, timestamptz '2024-01-01' + i * interval '1 second'
      from generate_series(${first}::int, ${Math.min(count, first + 499)}::int) i`
}

/** The database, in which something is done right before a statement with this word. */
const beforeAsking = (word: string, act: () => PromiseLike<unknown>) =>
  databaseOn(
    new Proxy(db.$client, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name)
        if (typeof own !== 'function') return own
        if (name !== 'query') return own.bind(target)
        return async (...asked: [{ text: string }, unknown[]]) => {
          if (asked[0].text.includes(word)) await act()
          return own.apply(target, asked)
        }
      },
    }),
  )

/** Reads the whole list, page by page. */
async function readAll(request: Omit<AgentPageRequest, 'limit' | 'after'>, limit: number) {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const after =
      cursor === undefined
        ? undefined
        : (decodeCursor(listedIn(request.order ?? 'newest'), cursor) ?? undefined)
    const page = await listAgents(db, { ...request, limit, after })
    expect(page.agents.length).toBeLessThanOrEqual(limit)
    ids.push(...page.agents.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids
}

const someAgents = fc.array(
  fc.record({
    name: searchedText(6),
    description: searchedText(12),
    category: fc.constantFrom(...categories),
    isPublic: fc.boolean(),
    visibilityEnabled: fc.boolean(),
    deleted: fc.boolean(),
    /** Many are created in the same millisecond. */
    age: fc.nat({ max: 4 }),
  }),
  { maxLength: 40 },
)

// §5.34, §5.35, §7.12
test('a search is a substring of name or description, newest first, no gap and no double over all pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      someAgents,
      fc.array(searchedText(4), { minLength: 1, maxLength: 6 }),
      fc.option(fc.constantFrom(...categories), { nil: undefined }),
      fc.integer({ min: 1, max: 7 }),
      async (made, terms, category, limit) => {
        const rows = made.map(({ age, deleted, ...fields }) =>
          row({
            ...fields,
            createdAt: new Date(1_700_000_000_000 - age),
            deletedAt: deleted && fields.isPublic && fields.visibilityEnabled ? new Date() : null,
          }),
        )
        await db.delete(agents)
        if (rows.length > 0) await db.insert(agents).values(rows)
        const expected = (term: string) =>
          rows
            .filter((row) => row.isPublic && row.visibilityEnabled && !row.deletedAt)
            .filter((row) => category === undefined || row.category === category)
            .filter((row) =>
              [row.name, row.description].some((text) => foldedText(text).includes(foldedText(term))),
            )
            .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
            .map(({ id }) => id)
        for (const query of ['', ...terms])
          expect(await readAll({ query, category }, limit)).toEqual(expected(query))
      },
    ),
    { numRuns: 25 },
  )
})

test('no match spans name and description', async () => {
  await db.delete(agents)
  await db.insert(agents).values(row({ name: 'alpha', description: 'omega' }))
  for (const query of ['alphaomega', 'ao', 'a o', 'alpha omega'])
    expect(await readAll({ query }, 24)).toEqual([])
  for (const query of ['alpha', 'omega', 'HA', 'M']) expect(await readAll({ query }, 24)).toHaveLength(1)
})

test('a term is found in either form of its letters, one character or several, by itself and along an index', async () => {
  await db.delete(agents)
  const words = ['Café', '한국어', 'ガイド', 'Όμηρος']
  const made = words.flatMap((name) => [row({ name }), row({ name: name.normalize('NFD') })])
  await db.insert(agents).values(made)
  for (const [at, word] of words.entries()) {
    const both = made.slice(2 * at, 2 * at + 2).map(({ id }) => id)
    const syllable = [...word].find((letter) => letter.normalize('NFD').length > 1) ?? ''
    for (const term of [word, syllable])
      for (const query of [term.normalize('NFC'), term.normalize('NFD')])
        for (const limit of [1, 24]) expect((await readAll({ query }, limit)).sort()).toEqual(both.toSorted())
  }
})

test('what only old agents say is found beyond the newest that are looked through, in the same order', async () => {
  await db.delete(agents)
  const old = ['quartz lattice', '50% off', 'q%', '§7', 'ΣΊΣΥΦΟΣ', 'οδυσσεύς'].flatMap((description) => [
    row({ description, category: 'quantum', createdAt: new Date(1_600_000_000_000) }),
    row({ description, createdAt: new Date(1_600_000_000_001) }),
  ])
  await db.insert(agents).values(old)
  await fill(2_100)
  const idsOf = (description: string, category?: Category) =>
    old
      .filter((row) => row.description === description && (!category || row.category === category))
      .reverse()
      .map(({ id }) => id)
  for (const limit of [1, 24]) {
    for (const query of ['QUARTZ', 'artz lat', 'rt', 'z l'])
      expect(await readAll({ query }, limit)).toEqual(idsOf('quartz lattice'))
    expect(await readAll({ query: '0% ' }, limit)).toEqual(idsOf('50% off'))
    expect(await readAll({ query: '%' }, limit)).toHaveLength(4)
    expect(await readAll({ query: 'q%' }, limit)).toEqual(idsOf('q%'))
    expect(await readAll({ query: '§' }, limit)).toEqual(idsOf('§7'))
    expect(await readAll({ query: '%%%' }, limit)).toEqual([])
    for (const query of ['σίσυφος', 'ΣΊ', 'φος'])
      expect(await readAll({ query }, limit)).toEqual(idsOf('ΣΊΣΥΦΟΣ'))
    for (const query of ['ΟΔΥΣΣΕΎΣ', 'ύς', 'σς'])
      expect(await readAll({ query }, limit)).toEqual(idsOf('οδυσσεύς'))
    expect(await readAll({ query: 'ς' }, limit)).toHaveLength(4)
    expect(await readAll({ query: 'quartz', category: 'quantum' }, limit)).toEqual(
      idsOf('quartz lattice', 'quantum'),
    )
  }
})

test('a term that a few of the newest have goes on in order, whichever way the rest is found', async () => {
  await db.delete(agents)
  await fill(6_000)
  // Of the newest 2,000 thirteen say "Sometimes", ten have "Seldom" and one says "Early", as most of the oldest do.
  await sql`update agents set description = 'Sometimes' where substr(name, 7)::int % 150 = 3`
  await sql`update agents set capabilities = '{Seldom}' where substr(name, 7)::int % 400 < 2`
  await sql`update agents set description = 'Early' where substr(name, 7)::int < 40 or substr(name, 7)::int = 5000`
  const requests = [{ query: 'Sometimes' }, { tag: 'Seldom' }, { query: 'Early' }]
  for (const [size, asksIndex] of [
    [6_000, [true, true, true]],
    [10_000_000, [false, false, true]],
  ] as const) {
    await sql`update pg_class set reltuples = ${size} where oid = 'agents'::regclass`
    const ways = []
    for (const request of requests) {
      const expected = await sql<{ id: string }[]>`
        select id from agents where description = ${request.query ?? ''} or ${request.tag ?? ''} = any (capabilities)
        order by created_at desc`
      expect(await readAll(request, 24)).toEqual(expected.map(({ id }) => id))
      ways.push((await plansOf(request)).includes('CTE hits'))
    }
    expect(ways).toEqual(asksIndex)
  }

  // An agent that comes between the statements of a page is on no page of this one, and moves nothing.
  const expected = await readAll({ tag: 'Seldom' }, 24)
  const meanwhile = beforeAsking('reltuples', () =>
    db.insert(agents).values(row({ capabilities: ['Seldom'], createdAt: new Date() })),
  )
  const { agents: page } = await listAgents(meanwhile, { tag: 'Seldom', limit: 24 })
  expect(page.map(({ id }) => id)).toEqual(expected.slice(0, 24))
  expect(await readAll({ tag: 'Seldom' }, 24)).toHaveLength(expected.length + 1)
})

test('an agent that comes in between two pages moves nothing', async () => {
  await db.delete(agents)
  const rows = Array.from({ length: 6 }, (_, age) => row({ createdAt: new Date(1_700_000_000_000 - age) }))
  await db.insert(agents).values(rows)
  const first = await listAgents(db, { limit: 3 })
  await db.insert(agents).values(row({ createdAt: new Date(1_800_000_000_000) }))
  const after = decodeCursor(listedIn('newest'), first.nextCursor ?? '') ?? undefined
  const second = await listAgents(db, { limit: 3, after })
  expect([...first.agents, ...second.agents].map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect(second.nextCursor).toBeNull()
})

test('a list by rank goes from the highest down, what nobody has talked with last and newest first, over all pages and searches', async () => {
  await db.delete(agents)
  const rows = Array.from({ length: 40 }, (_, index) =>
    row({
      description: index % 3 === 0 ? 'quartz' : 'Explains.',
      capabilities: index % 2 === 0 ? ['Even', 'Explaining'] : ['Explaining'],
      // Several have the same rank, and a quarter have none.
      rising: index % 4 === 0 ? 0 : 2_900 + (index % 7) / 3,
      talked: index % 4 === 0 ? 0 : 360 - (index % 5) / 7,
      createdAt: new Date(1_700_000_000_000 - (index % 9)),
    }),
  )
  await db.insert(agents).values(rows)
  await fill(2_100)
  const fillers = await db.select({ id: agents.id }).from(agents).where(eq(agents.description, 'Filler'))
  const isFiller = new Set(fillers.map(({ id }) => id))
  for (const order of ['rising', 'talked'] as const) {
    const expected = (among: readonly Row[]) =>
      [...among]
        .sort(
          (a, b) =>
            (b[order] ?? 0) - (a[order] ?? 0) ||
            b.createdAt.getTime() - a.createdAt.getTime() ||
            (a.id < b.id ? 1 : -1),
        )
        .map(({ id }) => id)
    for (const limit of [3, 100]) {
      expect((await readAll({ order }, limit)).filter((id) => !isFiller.has(id))).toEqual(expected(rows))
      const quartz = rows.filter(({ description }) => description === 'quartz')
      expect(await readAll({ order, query: 'quartz' }, limit)).toEqual(expected(quartz))
      const even = rows.filter(({ capabilities }) => capabilities.includes('Even'))
      expect(await readAll({ order, tag: 'Even' }, limit)).toEqual(expected(even))
      const both = quartz.filter((row) => even.includes(row))
      expect(await readAll({ order, tag: 'Even', query: 'QUARTZ' }, limit)).toEqual(expected(both))
    }
  }
  expect(await readAll({ tag: 'even' }, 24)).toEqual([])
})

test('a cursor means its place in its own order alone', async () => {
  await db.delete(agents)
  await db.insert(agents).values([row({ rising: 3 }), row({ rising: 2 }), row({ rising: 1 })])
  const { nextCursor } = await listAgents(db, { order: 'rising', limit: 2 })
  expect(decodeCursor(listedIn('rising'), nextCursor ?? '')).toMatchObject({ rank: 2 })
  for (const order of ['newest', 'talked'] as const)
    expect(decodeCursor(listedIn(order), nextCursor ?? '')).toBeNull()
})

test('agents like one are public, of its category, and share the most with it', async () => {
  await db.delete(agents)
  const one = row({ capabilities: ['Data Analysis', 'Charts'], knowledgeDomains: ['SQL'] })
  const like = (name: string, fields: Partial<Row>) => row({ name, knowledgeDomains: [], ...fields })
  await db
    .insert(agents)
    .values([
      one,
      like('All', { capabilities: ['data analysis', 'CHARTS'], knowledgeDomains: ['sql', 'sql'] }),
      like('Two, talked with', { capabilities: ['Charts', 'SQL'], talked: 300 }),
      like('Two', { capabilities: ['Charts', 'Data Analysis'] }),
      like('Nothing', { capabilities: ['Cooking'], talked: 400 }),
      like('Other category', { capabilities: ['Data Analysis', 'Charts'], category: 'quantum' }),
      like('Draft', { capabilities: ['Data Analysis', 'Charts'], isPublic: false }),
      like('Dormant', { capabilities: ['Data Analysis', 'Charts'], visibilityEnabled: false }),
    ])
  const names = async (limit: number) =>
    (await listAgentsLike(db, { ...one, id: one.id }, limit)).map(({ name }) => name)
  expect(await names(9)).toEqual(['All', 'Two, talked with', 'Two'])
  expect(await names(2)).toEqual(['All', 'Two, talked with'])
})

/** The query plans of a list's statements. */
async function plansOf(request: Omit<AgentPageRequest, 'limit'>): Promise<string> {
  const { plans } = await explain(database, (db) => listAgents(db, { ...request, limit: 24 }))
  return plans
    .flat()
    .map((line) => line['QUERY PLAN'])
    .join('\n')
}

test('every list and search is read along an index, and none reads the whole table', async () => {
  await db.delete(agents)
  await fill(5_000)
  await sql`vacuum (analyze) agents`
  const middle = { createdAt: new Date('2024-01-01T00:50:00Z'), id: randomUUID() }
  const cases: [Omit<AgentPageRequest, 'limit'>, RegExp][] = [
    [{}, /^Limit.*\n.*Index Scan using agents_listed_newest/],
    [{ after: middle }, /^Limit.*\n.*Index Scan using agents_listed_newest.*\n.*Index Cond/],
    [{ category: 'quantum' }, /^Limit.*\n.*Index Scan using agents_listed_category_newest/],
    [{ query: 'Qua' }, /Bitmap Index Scan on agents_listed_search/],
    [{ query: 'é%' }, /Bitmap Index Scan on agents_listed_grams/],
    [{ query: '漢' }, /Bitmap Index Scan on agents_listed_grams/],
    [{ query: '_%\\' }, /Bitmap Index Scan on agents_listed_grams/],
    [{ query: 'σίσυφος' }, /Bitmap Index Scan on agents_listed_search/],
    [{ query: 'ός' }, /Bitmap Index Scan on agents_listed_grams/],
    [{ tag: 'Rare' }, /Bitmap Index Scan on agents_listed_capabilities/],
    ...(['rising', 'talked'] as const).flatMap((order): [Omit<AgentPageRequest, 'limit'>, RegExp][] => [
      [{ order }, new RegExp(`^Limit.*\\n.*Index Scan using agents_listed_${order}`)],
      [
        { order, after: { rank: 0, ...middle } },
        new RegExp(`^Limit.*\\n.*Index Scan using agents_listed_${order}.*\\n.*Index Cond`),
      ],
      [
        { order, category: 'quantum' },
        new RegExp(`^Limit.*\\n.*Index Scan using agents_listed_category_${order}`),
      ],
      [{ order, query: 'Qua' }, /Bitmap Index Scan on agents_listed_search/],
    ]),
  ]
  for (const [request, way] of cases) {
    const plans = await plansOf(request)
    expect(plans).toMatch(way)
    expect(plans).not.toContain('Seq Scan')
  }
})
