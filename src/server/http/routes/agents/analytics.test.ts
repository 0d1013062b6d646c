import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startModelServer } from '../../../../../e2e/fakes/model-server.ts'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { outcome, realmRequests } from '../../../../../test/realm-requests.ts'
import type { Account } from '../../../../../test/sign-in.ts'
import { chatWith, MARK, useAgent } from '../../../../../test/use-agents.ts'
import { type Analytics, type AnalyticsPoint, analyticsSchema } from '../../../../shared/analytics.ts'
import { timeOf } from '../../../domain/analytics/first-words-histogram.ts'
import { chooseEngine } from '../../../llm/choose-engine.ts'

const HOUR_MS = 3_600_000

const model = await startModelServer()
afterAll(model.close)
const database = await testDatabase()
const { sql } = database
const engineAt = (baseUrl: string) => chooseEngine({ OPENAI_BASE_URL: baseUrl, CHAT_MODEL: 'scripted' })
const chat = await engineAt(model.baseUrl)
const server = testApp(database, { chat })
const other = testApp(database, { chat })
const cut = testApp(database, { chat: await engineAt('http://127.0.0.1:1/v1') })
const { send, signIn } = server
const { makeAgent } = realmRequests(send)

// The clock starts early in an hour, so that no hour ends while the replies are scripted.
const ahead = HOUR_MS - (Date.now() % HOUR_MS) + 60_000
for (const { advance } of [server, other, cut]) advance(ahead)

const [maker, bob, cyd] = [await signIn(), await signIn(), await signIn()]
/** A name with everything that could break a CSV table. */
const betaName = '=cmd|\' /C calc\'!A1, "Bëta"'
const alpha = await makeAgent(maker, { name: 'Alpha' })
const beta = await makeAgent(maker, { name: betaName })
const foreign = await makeAgent(bob, { name: 'Foreign' })

async function read(as: Account, query = 'range=24h'): Promise<Analytics> {
  for (const { analytics, modelUse } of [server, other, cut])
    await Promise.all([analytics.flush(), modelUse.flush()])
  const response = await send('GET', `/api/me/figures?${query}`, { as })
  expect(response.status).toBe(200)
  return analyticsSchema.parse(await response.json())
}

async function readTable(as: Account, query: string): Promise<Record<string, string>[]> {
  const response = await send('GET', `/api/me/figures.csv?${query}`, { as })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.csv"; /)
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = new TextDecoder().decode(bytes).split('\r\n')
  expect(lines.pop()).toBe('')
  const [header = [], ...rows] = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  )
  return rows.map((cells) => {
    expect(cells).toHaveLength(header.length)
    return Object.fromEntries(cells.map((cell, index) => [header[index], cell]))
  })
}

/** Counted by hand from the numbered requests in `useAgent`. */
const ofAlpha = {
  conversations: 5, // 1 5 7 10 13
  messages: 16,
  visitorMessages: 4, // 7 8 9 14
  finished: 7, // 1 2 6 7 10 11 15
  stopped: 2, // 4 14
  interrupted: 1, // 13
  failed: 6, // 3 5 8 9 12 16
  words: 43, // seven of five (1 6 7 10 11 15, and none of 2) are 30; 4, 5, 13 and 14 have three each, 9 has one
  upvotes: 1,
}
const withFirstWords = 11 // 1 4 5 6 7 9 10 11 13 14 15

/** Cyd starts a chat with it; an hour later a visitor does. */
const ofBeta = {
  conversations: 2,
  messages: 2,
  visitorMessages: 1,
  finished: 2,
  stopped: 0,
  interrupted: 0,
  failed: 0,
  words: 10,
  upvotes: 0,
}
const laterOfBeta = { ...ofBeta, conversations: 1, messages: 1, finished: 1, words: 5 }
const sumNames = Object.keys(ofAlpha) as (keyof typeof ofAlpha)[]

function plus(one: typeof ofAlpha, other: typeof ofAlpha, sign = 1): typeof ofAlpha {
  return Object.fromEntries(sumNames.map((name) => [name, one[name] + sign * other[name]])) as typeof ofAlpha
}

const sumsOf = ({ start, firstWordsP50, firstWordsP95, ...sums }: AnalyticsPoint) => sums

beforeAll(async () => {
  await useAgent({ server, other, cut, model }, { maker, bob, cyd }, alpha)
  await chatWith(send, beta, 'Hello', { as: cyd })
  await chatWith(send, foreign, 'Hello', { as: cyd })
  for (const as of [bob, cyd]) await send('PUT', `/api/agents/${alpha}/upvote`, { as })
  await send('DELETE', `/api/agents/${alpha}/upvote`, { as: cyd })
  await sql`insert into agent_upvotes (agent_id, wallet, created_at) values (${beta}, 'old', now() - interval '40 days')`
  await sql`update agents set upvotes = 1 where id = ${beta}`
  server.advance(HOUR_MS)
  await chatWith(send, beta, 'Hello')

  // A reply ends a moment after it was aborted.
  await vi.waitFor(
    async () => expect((await read(maker)).totals).toMatchObject(plus(ofAlpha, ofBeta)),
    20_000,
  )
})

test('the figures of a scripted hour are those of a count by hand, for each agent and for all', async () => {
  expect(await read(maker, `range=24h&agent=${alpha}`)).toMatchObject({
    range: '24h',
    step: 'hour',
    totals: {
      ...ofAlpha,
      people: 3,
      upvotesEver: 1,
      failures: [
        { why: 'broken', count: 2 },
        { why: 'limited', count: 1 },
        { why: 'refused', count: 1 },
        { why: 'silent', count: 1 },
        { why: 'unreachable', count: 1 },
      ],
    },
    agents: [],
  })
  const [{ count } = {}] = await sql`
    select sum(count)::int as count from agent_first_words where agent_id = ${alpha} and step = 'hour'`
  expect(count).toBe(withFirstWords)

  const all = await read(maker)
  expect(all.totals).toMatchObject({ ...plus(ofAlpha, ofBeta), people: 3, upvotesEver: 2 })
  expect(all.agents).toMatchObject([
    { id: alpha, name: 'Alpha', totals: { ...ofAlpha, people: 3 } },
    { id: beta, name: betaName, totals: { ...ofBeta, people: 1, failures: [], upvotesEver: 1 } },
  ])
  const nothing = plus(ofBeta, ofBeta, -1)
  expect(all.points.map(sumsOf)).toEqual([
    ...Array.from({ length: 22 }, () => nothing),
    plus(plus(ofAlpha, ofBeta), laterOfBeta, -1),
    laterOfBeta,
  ])
  expect(all.points.map(({ start }) => Date.parse(start))).toEqual(
    all.points.map((_, index) => Date.parse(all.from) + index * HOUR_MS),
  )
  expect(Date.parse(all.to) - Date.parse(all.from)).toBe(24 * HOUR_MS)

  for (const [range, days] of [['7d', 7] as const, ['30d', 30] as const]) {
    const { points, totals, agents } = await read(maker, `range=${range}`)
    expect([totals, agents]).toEqual([all.totals, all.agents])
    expect(points).toHaveLength(days)
    expect(points.map(sumsOf).reduce((one, next) => plus(one, next))).toEqual(plus(ofAlpha, ofBeta))
    expect(points.every(({ start }) => start.endsWith('T00:00:00.000Z'))).toBe(true)
  }
})

test('each hour and each day has the times to first words of its own replies, and none where nobody replied', async () => {
  // Reads the stored values one by one in order, without the arithmetic of the histogram.
  const timesFrom = (agent: string | null, step: string) => sql<{ start: string; times: number[] }[]>`
    select to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start, array_agg(bucket order by bucket) as times
    from agent_first_words cross join generate_series(1, count)
    where step = ${step} and agent_id = any(${agent === null ? [alpha, beta] : [agent]}::uuid[]) group by start`
  for (const agent of [null, alpha, beta])
    for (const range of ['24h', '7d', '30d'] as const) {
      const { points, step } = await read(maker, `range=${range}${agent ? `&agent=${agent}` : ''}`)
      const known = new Map((await timesFrom(agent, step)).map(({ start, times }) => [start, times]))
      expect(known.size).toBeGreaterThan(0)
      for (const { start, firstWordsP50, firstWordsP95 } of points) {
        const times = known.get(start)
        const at = (share: number) =>
          times && timeOf(times[Math.ceil(times.length * share) - 1] ?? Number.NaN)
        expect([firstWordsP50, firstWordsP95]).toEqual([at(0.5) ?? null, at(0.95) ?? null])
        known.delete(start)
      }
      expect(known.size).toBe(0)
    }
})

test('the table has the same figures, and no name in it is a formula', async () => {
  const { totals, points, agents } = await read(maker)
  const rows = await readTable(maker, 'range=24h')
  expect(rows.map(({ row }) => row)).toEqual([
    ...points.map(() => 'hour'),
    ...['total', 'agent', 'agent', 'model', 'model'],
  ])
  for (const [index, { start, messages, words, failed, firstWordsP50, firstWordsP95 }] of points.entries())
    expect(rows[index]).toMatchObject({
      from: start,
      messages: `${messages}`,
      words: `${words}`,
      failed: `${failed}`,
      people: '',
      'first words p50 ms': `${firstWordsP50 ?? ''}`,
      'first words p95 ms': `${firstWordsP95 ?? ''}`,
      'upvotes ever': '',
    })
  expect(rows[24]).toMatchObject({
    agent: '',
    conversations: '7',
    people: '3',
    'failed: broken': '2',
    'failed: timeout': '0',
    'first words p50 ms': `${totals.firstWordsP50}`,
    'upvotes ever': '2',
  })
  expect(rows.slice(25, 27)).toMatchObject([
    { agent: 'Alpha', messages: `${agents[0]?.totals.messages}` },
    { agent: `'${betaName}`, messages: '2' },
  ])
  const [one] = await readTable(maker, `range=24h&agent=${alpha}`)
  expect(one).toMatchObject({ row: 'hour', agent: 'Alpha' })
})

test.each(['figures', 'figures.csv'])('nobody but the owner reads %s of an agent', async (file) => {
  const ask = (query: string, as?: Account) => outcome(send('GET', `/api/me/${file}?${query}`, { as }))
  for (const range of ['24h', '7d', '30d']) {
    expect(await ask(`range=${range}&agent=${alpha}`)).toEqual([401, 'not_signed_in'])
    for (const as of [bob, cyd])
      expect(await ask(`range=${range}&agent=${alpha}`, as)).toEqual([404, 'not_found'])
  }
  expect(await ask(`range=24h&agent=${randomUUID()}`, maker)).toEqual([404, 'not_found'])
  expect(await ask('range=24h&agent=alpha', maker)).toEqual([422, 'validation_failed'])
  expect(await ask('range=1y', maker)).toEqual([422, 'validation_failed'])
  expect(await ask('range=24h')).toEqual([401, 'not_signed_in'])
  expect(await read(bob)).toMatchObject({ totals: { messages: 1, people: 1 }, agents: [{ id: foreign }] })
  expect(await read(cyd)).toMatchObject({ totals: { messages: 0, firstWordsP50: null }, agents: [] })
})

test('of what was said, and of who said it, nothing stands in what is recorded', async () => {
  const tables = ['agent_figures', 'agent_failures', 'agent_first_words', 'agent_people', 'owner_people']
  for (const table of tables) {
    // The owner is left out, because an agent's owner is public.
    const rows = await sql.unsafe(`select (to_jsonb(recorded) - 'owner')::text as row from ${table} recorded`)
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows)
      for (const text of [MARK, 'Hello', 'scripted', bob.address, cyd.address])
        expect(row).not.toContain(text)
  }
})

test('a deleted agent counts no more, nor do those who asked it alone, before it is gone for good and after', async () => {
  const [owner, dot] = [await signIn(), await signIn()]
  const stays = await makeAgent(owner, { name: 'Stays' })
  for (const as of [bob, cyd]) await chatWith(send, stays, 'Hello', { as })
  for (const as of [bob, cyd]) await send('PUT', `/api/agents/${stays}/upvote`, { as })
  const { totals: left } = await read(owner)
  expect(left).toMatchObject({ messages: 2, people: 2, upvotesEver: 2 })
  const gone = await makeAgent(owner, { name: 'Gone' })
  await chatWith(send, gone, 'Hello', { as: dot })
  expect((await read(owner)).totals).toMatchObject({ messages: 3, people: 3 })
  await send('DELETE', `/api/agents/${gone}`, { as: owner })
  expect(await read(owner)).toMatchObject({ totals: left, agents: [{ id: stays }] })
  expect(await outcome(send('GET', `/api/me/figures?range=24h&agent=${gone}`, { as: owner }))).toEqual([
    404,
    'not_found',
  ])
  const later = testApp(database, { chat })
  later.advance(ahead + 3 * HOUR_MS)
  await later.agents.sweepDeleted()
  expect((await read(owner)).totals).toEqual(left)
  expect(await sql`select from agents where id = ${gone}`).toHaveLength(0)
})

test('what no window shows any more is swept, and nothing else', async () => {
  const { analytics, advance, send, signIn } = testApp(database, { chat })
  // What is old there is not yet what the other tests have recorded.
  advance(ahead - 100 * 24 * HOUR_MS)
  const [owner, ...others] = [await signIn(), await signIn(), await signIn()]
  const agent = await realmRequests(send).makeAgent(owner)
  for (const as of others) {
    for (const message of ['Hello', '[scenario:error-400]']) await chatWith(send, agent, message, { as })
    await send('PUT', `/api/agents/${agent}/upvote`, { as })
  }
  await analytics.flush()
  const sweep = async () => {
    // The sweep processes the agents in turn, starting with any of them.
    for (const _ of [1, 2, 3]) await analytics.sweep()
  }
  const readAs = (range: '24h' | '7d' | '30d') => analytics.read(owner.address, { range })
  const before = [await readAs('24h'), await readAs('30d')]
  for (const { totals } of before)
    expect(totals).toMatchObject({ messages: 4, people: 2, failures: [{ why: 'refused' }], upvotes: 2 })
  await sweep()
  expect([await readAs('24h'), await readAs('30d')]).toEqual(before)

  advance(4 * 24 * HOUR_MS)
  await sweep()
  expect((await readAs('24h')).totals).toMatchObject({ messages: 0, people: 0, failures: [], upvotes: 0 })
  expect((await readAs('7d')).totals).toEqual(before[1]?.totals)
  for (const table of ['agent_figures', 'agent_failures', 'agent_first_words'])
    expect(
      await sql.unsafe(`select from ${table} where agent_id = '${agent}' and step = 'hour'`),
    ).toHaveLength(0)

  advance(30 * 24 * HOUR_MS)
  await sweep()
  expect((await readAs('30d')).totals).toMatchObject({ messages: 0, people: 0, upvotesEver: 2 })
  expect(await sql`select from agent_people where agent_id = ${agent}`).toHaveLength(0)
  expect(await sql`select from owner_people where owner = ${owner.address}`).toHaveLength(0)
})
