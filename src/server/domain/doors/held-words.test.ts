import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../e2e/fakes/model-server.ts'
import { type Account, testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { doorClient } from '../../../../test/door-client.ts'
import { eventually } from '../../../../test/reply-servers.ts'
import type { MadeApiKey } from '../../../shared/doors/api-keys.ts'
import { createLog } from '../../base/log.ts'
import { addUnits, holdUnits, keyWords } from '../../db/spending/held-units.ts'
import { chooseEngine } from '../../llm/choose-engine.ts'
import { type HeldUnits, LAPSE_MS, UnitLedger } from '../spending/unit-ledger.ts'

const DAY_MS = 24 * 3_600_000

/** An app whose UTC day, by which words are counted, does not end in the middle of a test. */
const appWithinDay: typeof testApp = (...given) => {
  const app = testApp(...given)
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < 15 * 60_000) app.advance(left)
  return app
}

const model = await startModelServer()
afterAll(model.close)
const chat = await chooseEngine({ OPENAI_BASE_URL: model.baseUrl, CHAT_MODEL: 'scripted' })
const database = await testDatabase()
const one = appWithinDay(database, { chat })
const other = appWithinDay(database, { chat, alone: false })
const [here, there] = [doorClient(one.send), doorClient(other.send)]

/** What one reply may take: its limit of tokens, as a word has at least one. */
const MOST = 1_000
const fifty = { name: 'words', words: Array.from({ length: 50 }, (_, n) => `word${n} `) } as const
const stalls = { name: 'stalls', words: fifty.words } as const

let ada: Account
let agentId: string
beforeAll(async () => {
  ada = await one.signIn()
  agentId = (await here.makeAgent(ada)).id
})

const ask = ({ key }: MadeApiKey, at = here, fields: object = {}) =>
  at.call(key, 'POST', '/v1/chat/completions', {
    model: agentId,
    messages: [{ role: 'user', content: 'Go.' }],
    ...fields,
  })
const flush = () => Promise.all([one.apiKeys.flush(), other.apiKeys.flush()])

async function wordsIn(answer: Response): Promise<number> {
  if (answer.status !== 200) return 0
  const { choices } = (await answer.json()) as { choices: [{ message: { content: string } }] }
  return choices[0].message.content.split(/\s+/).filter(Boolean).length
}

async function stored({ apiKey: { id } }: MadeApiKey) {
  await flush()
  const [row] = await database.sql`select words, held from api_key_words where key_id = ${id}`
  return row
}

test('of twenty questions at once no more are answered than the words of the key’s day allow, and one reply', async () => {
  model.use(fifty)
  const key = await here.makeKey(ada, { wordsADay: 100 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(key)))
  const words = (await Promise.all(answers.map(wordsIn))).reduce((sum, each) => sum + each)
  expect(words).toBeLessThan(100 + 50)
  expect(await stored(key)).toEqual({ words, held: {} })
})

test('two servers under one cap give no more than one does', async () => {
  model.use(fifty)
  const key = await here.makeKey(ada, { wordsADay: 100 })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(key, n % 2 ? here : there)))
  const words = (await Promise.all(answers.map(wordsIn))).reduce((sum, each) => sum + each)
  expect(words).toBeGreaterThan(0)
  expect(words).toBeLessThan(100 + 50)
  expect(await stored(key)).toEqual({ words, held: {} })
})

test('what a reply did not take is there for the next one, also where it was refused, failed or left', async () => {
  model.use(fifty)
  const key = await here.makeKey(ada, { wordsADay: 150 })
  const refused = [
    await ask(key, here, { model: randomUUID() }),
    await ask(key, here, { messages: [{ role: 'user', content: 'x'.repeat(100_000) }] }),
    await here.call(key.key, 'POST', '/v1/responses', { model: randomUUID(), input: 'Go.' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 400, 404])
  expect(await wordsIn(await ask(key))).toBe(50)
  model.next('malformed')
  expect((await ask(key)).status).toBeGreaterThanOrEqual(500)
  model.next(stalls)
  const reader = (await ask(key, here, { stream: true })).body?.getReader()
  await reader?.read()
  const refusedMeanwhile = await ask(key, there)
  expect(refusedMeanwhile.status).toBe(429)
  expect(refusedMeanwhile.headers.get('retry-after')).toMatch(/^\d$/)
  expect(refusedMeanwhile.headers.get('x-should-retry')).toBeNull()
  await reader?.cancel()
  await eventually(async () => (await stored(key))?.held).toEqual({})
  expect(await wordsIn(await ask(key, there))).toBeGreaterThan(0)
})

test('a stored reply that is stopped gives back what it did not say', async () => {
  const key = await here.makeKey(ada, { wordsADay: 150 })
  model.next(stalls)
  const caller = await one.doors.identify(`Bearer ${key.key}`)
  const question = {
    ...{ agentId, text: 'Go.', requestId: randomUUID(), log: createLog('silent') },
    ...{ gone: new AbortController().signal, conversationId: null, parentId: null },
  }
  const reply = await one.doors.askStored(caller, question)
  await eventually(async () => (await stored(key))?.words).toBe(50)
  expect((await ask(key)).status).toBe(429)
  await one.doors.stop(caller, reply)
  expect(await stored(key)).toEqual({ words: 50, held: {} })
})

test('what a server that died held is free again after a minute, and what it gave counts', async () => {
  const dying = appWithinDay(database, { chat, alone: false })
  const key = await here.makeKey(ada, { wordsADay: 150 })
  model.next(stalls)
  const streaming = await ask(key, doorClient(dying.send), { stream: true })
  await streaming.body?.getReader().read()
  await eventually(async () => {
    await dying.apiKeys.flush()
    return (await stored(key))?.words
  }).toBe(50)
  model.use(fifty)
  expect((await ask(key)).status).toBe(429)
  for (const app of [one, other]) app.advance(LAPSE_MS)
  expect(await wordsIn(await ask(key))).toBe(50)
  await flush()
  expect(await wordsIn(await ask(key, there))).toBe(50)
  await flush()
  expect((await ask(key)).status).toBe(429)
})

test('a reply of a key with a cap has no more words than it holds, whatever its model sends', async () => {
  const many = Array.from({ length: 1_200 }, (_, n) => `word${n} `)
  const key = await here.makeKey(ada, { wordsADay: 100 })
  model.next({ name: 'words', words: many })
  const answer = await ask(key)
  expect(await answer.clone().json()).toMatchObject({ choices: [{ finish_reason: 'length' }] })
  expect(await wordsIn(answer)).toBe(MOST)
  const other = await here.makeKey(ada, { wordsADay: 100 })
  model.next({ name: 'words', words: many })
  expect(await wordsIn(await ask(other, here, { max_tokens: 20 }))).toBe(20)
})

const step = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'say', 'say', 'say', 'end', 'store', 'die'),
  server: fc.nat(1),
  which: fc.nat(20),
  words: fc.nat(400),
})

test('whatever two servers ask, say, give back, store and lose, a day has the words of its cap and of one reply at most', async () => {
  const most = { cap: 2_000, units: 700 }
  const wallet = await one.signIn()
  let ahead = 0
  const start = () =>
    new UnitLedger({
      store: (used) => addUnits(database.db, keyWords, used),
      hold: (wanted) => holdUnits(database.db, keyWords, wanted),
      unstored: 'not stored',
      clock: () => new Date(Date.UTC(2026, 0, 31) + ahead),
      log: createLog('silent'),
    })

  const live = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    ahead = 0
    const key = await here.makeKey(wallet)
    const servers: [UnitLedger, UnitLedger] = [start(), start()]
    const running: { server: number; reply: HeldUnits; left: number }[] = []
    let given = 0
    const begin = async (server: number) => {
      const reply = await servers[server]?.hold(key.apiKey.id, most)
      if (reply) running.push({ server, reply, left: most.units })
    }
    const say = (one: (typeof running)[number], words: number) => {
      const said = Math.min(words, one.left)
      one.reply.take(said)
      one.left -= said
      given += said
    }
    for (const { kind, server, which, words } of steps) {
      const one = running[which % running.length]
      if (kind === 'ask') await Promise.all([begin(server), begin(1 - server), begin(server)])
      if (kind === 'say' && one) say(one, words)
      if (kind === 'end' && one) running.splice(running.indexOf(one), 1)[0]?.reply.giveBack()
      if (kind === 'store') await servers[server]?.flush()
      if (kind === 'die') {
        await servers[server]?.close()
        servers[server] = start()
        const others = running.splice(0).filter((each) => each.server !== server)
        running.push(...others)
        // The other one goes on for long enough that what is held for the dead one counts no more.
        ahead += LAPSE_MS
        for (const other of others) say(other, 1)
        await servers[1 - server]?.flush()
      }
      expect(given).toBeLessThan(most.cap + most.units)
    }
    for (const server of servers) await server.close()
    const [row] = await database.sql`select words from api_key_words where key_id = ${key.apiKey.id}`
    expect(row?.words ?? 0).toBe(given)
    await here.revoke(wallet, key)
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), live), { numRuns: 25 })
})
