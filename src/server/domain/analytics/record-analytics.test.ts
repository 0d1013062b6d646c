import { randomUUID } from 'node:crypto'
import { sql as fragment } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { failureReasons } from '../../../shared/analytics.ts'
import { createLog } from '../../base/log.ts'
import { AgentsAnalytics, storeSums } from './analytics.ts'
import { Recorder } from './record-replies.ts'

const database = await testDatabase()
const { db, sql } = database
const { agents } = testApp(database)
const log = createLog('silent')
const HOUR_MS = 3_600_000
/** Late in a day, so that later hours are in the next one. */
const FROM = Date.UTC(2026, 10, 20, 22)

async function makeAgent(owner: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner, category,
      is_public, visibility_enabled, created_at)
    values (${id}, 'Ada', '', '/a.webp', 'You are Ada.', '{}', '{}', ${owner}, 'neural', true, true, now())`
  return id
}

const reply = fc.record({
  server: fc.nat({ max: 2 }),
  agent: fc.nat({ max: 3 }),
  hour: fc.nat({ max: 3 }),
  wallet: fc.constantFrom(null, 'ada', 'bob', 'cyd'),
  begins: fc.boolean(),
  words: fc.nat({ max: 3 }),
  end: fc.constantFrom('finished', 'stopped', 'interrupted', ...failureReasons),
  /** What the server does afterwards. */
  after: fc.constantFrom('nothing', 'flush', 'flush refused'),
})
type Asked = typeof reply extends fc.Arbitrary<infer One> ? One : never

/**
 * Everything stored by step (hour or day), with the time to first words reduced to the number of replies that had any.
 */
async function stored(owner: string) {
  const start = fragment`extract(epoch from start)::float8 * 1000 as start`
  const lastAt = fragment`extract(epoch from last_at)::float8 * 1000 as last_at`
  const analytics = await sql`
    select agent_id, step, ${start}, conversations, messages, visitor_messages, finished, stopped, interrupted,
      words::int as words from agent_figures join agents on id = agent_id where owner = ${owner}`
  const failures = await sql`
    select agent_id, step, ${start}, why, count from agent_failures join agents on id = agent_id where owner = ${owner}`
  const firstWords = await sql`
    select agent_id, step, ${start}, sum(count)::int as count from agent_first_words join agents on id = agent_id
    where owner = ${owner} group by agent_id, step, agent_first_words.start`
  const people = await sql`
    select agent_id, ${lastAt}, count(*)::int as count from agent_people join agents on id = agent_id
    where owner = ${owner} group by 1, agent_people.last_at`
  const ofOwner = await sql`
    select ${lastAt}, count(*)::int as count from owner_people where owner = ${owner} group by owner_people.last_at`
  return [analytics, failures, firstWords, people, ofOwner].map((rows) => sorted(rows))
}

const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()

test('however servers add up and store, and whatever is refused between, the sums are those of a plain count', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { maxLength: 30 }), async (all) => {
      const owner = randomUUID()
      const agents = [await makeAgent(owner), await makeAgent(owner), await makeAgent(owner), randomUUID()]
      let now = FROM
      let refused = false
      const servers = [0, 1, 2].map(
        () =>
          new Recorder({
            store: (sums) => (refused ? Promise.reject(new Error('no')) : storeSums(db, sums)),
            clock: () => new Date(now),
            log,
            everyMs: HOUR_MS,
          }),
      )
      for (const one of all) {
        now = FROM + one.hour * HOUR_MS + 7
        const server = servers[one.server] as Recorder
        const asked = { agentId: agents[one.agent] ?? '', wallet: one.wallet, begins: one.begins }
        const events = server.record(asked, async function* (because) {
          for (let at = 0; at < one.words; at++) yield { type: 'words', at, text: ' word' }
          if (one.end === 'finished') yield { type: 'finished', reason: 'stop' }
          else if (one.end === 'stopped' || one.end === 'interrupted') yield { type: one.end }
          else {
            because(one.end)
            yield { type: 'failed', message: '', requestId: '' }
          }
        })
        await Array.fromAsync(events)
        refused = one.after === 'flush refused'
        if (one.after !== 'nothing') await server.flush()
      }
      refused = false
      await Promise.all(servers.map((server) => server.close()))
      expect(await stored(owner)).toEqual(plainCount(all, agents.slice(0, 3)))
    }),
    { numRuns: 25 },
  )
})

/** The same, computed one reply after the other in plain objects. */
function plainCount(all: readonly Asked[], agents: readonly string[]) {
  const analytics = new Map<string, typeof none>()
  const failures = new Map<string, number>()
  const firstWords = new Map<string, number>()
  const lastAt = new Map<string, number>()
  for (const { agent, hour, wallet, begins, words, end } of all) {
    const agent_id = agents[agent]
    if (agent_id === undefined) continue
    const at = FROM + hour * HOUR_MS
    for (const step of ['hour', 'day']) {
      const start = step === 'hour' ? at : at - (at % (24 * HOUR_MS))
      const row = { agent_id, step, start }
      const key = JSON.stringify(row)
      const sums = analytics.get(key) ?? { ...none }
      sums.conversations += begins ? 1 : 0
      sums.messages += 1
      sums.visitor_messages += wallet === null ? 1 : 0
      if (end === 'finished' || end === 'stopped' || end === 'interrupted') sums[end] += 1
      else countUp(failures, JSON.stringify({ ...row, why: end }))
      sums.words += words
      analytics.set(key, sums)
      if (words > 0) countUp(firstWords, key)
    }
    if (wallet === null) continue
    for (const key of [JSON.stringify({ agent_id, wallet }), JSON.stringify({ wallet })])
      lastAt.set(key, Math.max(lastAt.get(key) ?? 0, at))
  }
  const people = new Map<string, number>()
  for (const [key, at] of lastAt) {
    const { wallet, ...of } = JSON.parse(key)
    countUp(people, JSON.stringify({ ...of, last_at: at }))
  }
  const rows = (counts: Map<string, number>) =>
    [...counts].map(([key, count]) => ({ ...JSON.parse(key), count }))
  return [
    [...analytics].map(([key, sums]) => ({ ...JSON.parse(key), ...sums })),
    rows(failures),
    rows(firstWords),
    rows(people).filter(({ agent_id }) => agent_id !== undefined),
    rows(people).filter(({ agent_id }) => agent_id === undefined),
  ].map(sorted)
}

const none = {
  conversations: 0,
  messages: 0,
  visitor_messages: 0,
  finished: 0,
  stopped: 0,
  interrupted: 0,
  words: 0,
}

function countUp(counts: Map<string, number>, key: string) {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

test('servers that store at once while agents go lose nothing of the others, and their owner keeps the people of those', async () => {
  const owner = randomUUID()
  const kept = await Promise.all(Array.from({ length: 5 }, () => makeAgent(owner)))
  const going = await Promise.all(Array.from({ length: 5 }, () => makeAgent(owner)))
  await sql`update agents set deleted_at = now() - interval '2 hours' where id = any(${going}::text[]::uuid[])`
  const clock = () => new Date()
  const servers = Array.from({ length: 4 }, () => new AgentsAnalytics({ db, clock, log }))
  const failed: unknown[] = []
  for (const [index, server] of servers.entries())
    for (const agentId of [...kept, ...going].sort(() => (index % 2 ? 1 : -1)))
      for (const wallet of ['bob', 'cyd', ...(going.includes(agentId) ? ['dot'] : [])])
        await Array.fromAsync(
          server.record({ agentId, wallet, begins: false }, async function* () {
            yield { type: 'finished', reason: 'stop' }
          }),
        ).catch((error: unknown) => failed.push(error))
  await Promise.all([...servers.map((server) => server.flush()), agents.sweepDeleted()])
  // Sums that the database refused because a row was busy are stored again on close.
  await Promise.all(servers.map((server) => server.close()))
  await agents.sweepDeleted()

  expect(failed).toEqual([])
  const { totals, agents: each } = (await servers[0]?.read(owner, { range: '24h' })) ?? {}
  expect(totals).toMatchObject({ messages: 5 * 4 * 2, finished: 5 * 4 * 2, people: 2 })
  expect(each?.map(({ id }) => id).sort()).toEqual(kept.toSorted())
  for (const one of each ?? []) expect(one.totals).toMatchObject({ messages: 4 * 2, people: 2 })
})
