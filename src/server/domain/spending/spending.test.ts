import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import type { KeyCaps } from '../../../shared/models/own-keys.ts'
import { createLog } from '../../base/log.ts'
import type { Failure } from '../failure.ts'
import { type Chosen, STANDARD_SETTINGS } from '../models/chosen-model.ts'
import { NO_PLACE_CAPS, type PlaceCaps } from './accounts.ts'
import { Spending } from './spending.ts'
import type { SpentByReply } from './spent-by-reply.ts'
import { LAPSE_MS } from './unit-ledger.ts'

const database = await testDatabase()
let ahead = 0
const clock = () => new Date(Date.UTC(2026, 0, 31) + ahead)
const open: Spending[] = []
const start = (caps: PlaceCaps = NO_PLACE_CAPS) => {
  const spending = new Spending({ db: database.db, clock, log: createLog('silent'), caps })
  open.push(spending)
  return spending
}
afterAll(() => Promise.all(open.map((spending) => spending.close())))

/** A prompt of a thousand tokens and an answer of a hundred cost 3,000 micros, and no more fits the window. */
const facts = {
  ...{ windowTokens: 1_000, sees: false, tools: null, reasons: false },
  prices: { input: 1, output: 20 },
}
const settings = { ...STANDARD_SETTINGS, maxTokens: 100 }
const MOST_MICROS = 3_000

const ofPlace: Chosen = {
  model: {
    ...{
      ref: null,
      engine: { kind: 'provider', model: 'small' },
      provider: 'Somewhere',
      model: 'small',
      facts,
    },
    async *ask() {},
  },
  ...{ payer: 'place', keyId: null, settings },
}
const keyed = (
  keyId: string,
  wallet: string,
  caps: Partial<KeyCaps>,
  payer: 'owner' | 'person' = 'owner',
) => ({
  ...ofPlace,
  ...{ payer, keyId },
  model: { ...ofPlace.model, keyId, wallet, caps: { words: null, cents: null, wordsEach: null, ...caps } },
})
const codeOf = (holding: Promise<SpentByReply>) =>
  holding.then(
    () => 'held',
    ({ code, retryAfter }: Failure) => `${code} ${retryAfter}`,
  )
const nothing = () => {}
const words = (count: number) => 'word '.repeat(count)

test('a place’s cap holds for each wallet, says until when, and leaves other wallets alone', async () => {
  const [ada, bob] = [randomUUID(), randomUUID()]
  const spending = start({ ...NO_PLACE_CAPS, words: 150 })
  const first = await spending.hold(ada, ofPlace, nothing)
  const second = await spending.hold(ada, ofPlace, nothing)
  expect(await codeOf(spending.hold(ada, ofPlace, nothing))).toBe('rate_limited 2')
  first.addWords(words(90))
  first.giveBack()
  second.addWords(words(80))
  second.giveBack()
  expect(await codeOf(spending.hold(ada, ofPlace, nothing))).toMatch(/^model_used_up 8\d{4}$/)
  expect(await codeOf(spending.hold(bob, ofPlace, nothing))).toBe('held')
  expect(await codeOf(spending.hold(null, ofPlace, nothing))).toBe('held')
})

test('visitors share one account, however many they are', async () => {
  const spending = start({ ...NO_PLACE_CAPS, visitorWords: 50 })
  const spent = await spending.hold(null, ofPlace, nothing)
  spent.addWords(words(60))
  spent.giveBack()
  expect(await codeOf(spending.hold(null, ofPlace, nothing))).toMatch(/^model_used_up/)
  expect(await codeOf(spending.hold(randomUUID(), ofPlace, nothing))).toBe('held')
})

test('a key’s caps hold for its owner and for all others together, and one of them for each person', async () => {
  const [owner, bob, cyd, keyId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const spending = start()
  const chosen = keyed(keyId, owner, { words: 250, wordsEach: 50 })
  const spent = await spending.hold(bob, chosen, nothing)
  spent.addWords(words(60))
  spent.giveBack()
  expect(await codeOf(spending.hold(bob, chosen, nothing))).toMatch(/^model_used_up/)
  const others = await Promise.all([
    spending.hold(cyd, chosen, nothing),
    spending.hold(owner, chosen, nothing),
  ])
  for (const other of others) other.addWords(words(100))
  for (const other of others) other.giveBack()
  expect(await codeOf(spending.hold(owner, chosen, nothing))).toMatch(/^model_used_up/)
  expect(await spending.spentToday([keyId, randomUUID()])).toEqual(
    new Map([[keyId, { words: 260, cents: null }]]),
  )
})

test('money counts by the tokens that were told, else by an estimate, and a prompt’s size frees the rest', async () => {
  const [owner, keyId] = [randomUUID(), randomUUID()]
  const spending = start()
  const chosen = keyed(keyId, owner, { cents: 1 }, 'person')
  const uses: unknown[] = []
  const hold = () => spending.hold(owner, chosen, (use) => uses.push(use))
  const first = await hold()
  first.used({ prompt: 500, completion: 50 }, () => ({ prompt: 9, completion: 9 }))
  first.giveBack()
  const second = await hold()
  second.used(null, () => ({ prompt: 500, completion: 75 }))
  second.giveBack()
  expect(await spending.spentToday([keyId])).toEqual(new Map([[keyId, { words: 0, cents: 0.35 }]]))
  expect(uses).toMatchObject([
    { tokens: { prompt: 500 }, micros: 1_500 },
    { tokens: null, micros: null },
  ])
  const large = [await hold(), await hold(), await hold()]
  expect(await codeOf(hold())).toBe('rate_limited 2')
  for (const each of large) each.promptHas(() => 10)
  expect(await codeOf(hold())).toBe('held')
})

test('a hold of which one cap is reached leaves nothing held under the others', async () => {
  const [owner, bob, keyId] = [randomUUID(), randomUUID(), randomUUID()]
  const spending = start()
  const full = await spending.hold(bob, keyed(keyId, owner, { wordsEach: 10 }), nothing)
  full.addWords(words(20))
  full.giveBack()
  for (let tries = 0; tries < 5; tries++)
    expect(
      await codeOf(spending.hold(bob, keyed(keyId, owner, { words: 100, wordsEach: 10 }), nothing)),
    ).toMatch(/^model_used_up/)
  expect(await codeOf(spending.hold(owner, keyed(keyId, owner, { words: 100 }), nothing))).toBe('held')
})

const step = fc.record({
  kind: fc.constantFrom('ask', 'ask', 'say', 'say', 'say', 'end', 'store', 'die'),
  server: fc.nat(1),
  wallet: fc.nat(1),
  key: fc.nat(2),
  which: fc.nat(20),
  words: fc.integer({ min: 1, max: 100 }),
})

test('whatever two wallets ask of two keys and the place, on two servers of which any dies, each cap is passed by one reply at most', async () => {
  const caps = { words: 300, cents: 1, wordsEach: 200 }
  const place = { words: 250, cents: 1, visitorWords: null }
  const live = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    const wallets = [randomUUID(), randomUUID()] as const
    const choices = [keyed(randomUUID(), wallets[0], caps), keyed(randomUUID(), wallets[1], caps), ofPlace]
    const servers = [start(place), start(place)]
    let running: {
      server: number
      spent: SpentByReply
      /** Words that it may still say. */
      left: number
      /** Micros that it has used before its end. */
      early: number
      given: string[]
      money: string[]
    }[] = []
    const given = new Map<string, number>()
    const count = (accounts: readonly string[], more: number) => {
      for (const account of accounts) given.set(account, (given.get(account) ?? 0) + more)
    }
    const begin = async (server: number, wallet: number, key: number) => {
      const [chosen, asker] = [choices[key] ?? ofPlace, wallets[wallet] ?? '']
      const spent = await servers[server]?.hold(asker, chosen, nothing).catch(() => null)
      if (!spent) return
      const { keyId } = chosen
      const isOwn = keyId !== null && wallet === key
      const each = isOwn ? [] : [`each ${keyId} ${asker}`]
      running.push({
        ...{ server, spent, left: 100, early: 0 },
        given: keyId === null ? [`place ${asker}`] : [`key ${keyId}`, ...each],
        money: [`money ${keyId ?? asker}`],
      })
    }
    for (const { kind, server, wallet, key, which, words: many } of steps) {
      const one = running[which % running.length]
      if (kind === 'ask')
        await Promise.all([
          begin(server, wallet, key),
          begin(1 - server, wallet, key),
          begin(server, 1 - wallet, key),
        ])
      if (kind === 'say' && one) {
        const said = Math.min(many, one.left)
        one.left -= said
        one.spent.addWords(words(said))
        count(one.given, said)
      }
      if (kind === 'end' && one) {
        running = running.filter((each) => each !== one)
        one.spent.used({ prompt: 1_000 - one.early, completion: 100 }, () => ({ prompt: 0, completion: 0 }))
        one.spent.giveBack()
        count(one.money, MOST_MICROS - one.early)
      }
      if (kind === 'store') await servers[server]?.flush()
      if (kind === 'die') {
        await servers[server]?.close()
        servers[server] = start(place)
        running = running.filter((each) => each.server !== server)
        ahead += LAPSE_MS
        // The other one goes on, and what its replies use renews what it holds, words and money.
        for (const other of running) {
          other.early++
          other.spent.used({ prompt: 1, completion: 0 }, () => ({ prompt: 0, completion: 0 }))
          count(other.money, 1)
          if (other.left === 0) continue
          other.left--
          other.spent.addWords('word')
          count(other.given, 1)
        }
        await servers[1 - server]?.flush()
      }
      for (const [account, units] of given) {
        const cap = { place: 250, key: 300, each: 200, money: 10_000 }[account.split(' ')[0] ?? ''] ?? 0
        expect(units).toBeLessThan(cap + (account.startsWith('money') ? MOST_MICROS : 100))
      }
    }
    for (const each of servers) await each.close()
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 50 }), live), { numRuns: 8 })
})
