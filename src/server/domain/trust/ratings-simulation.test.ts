import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { randomFrom } from '../../../../test/random-from.ts'
import { noSuch } from '../failure.ts'
import { noQuotas } from '../quotas/quotas.ts'
import { Ratings } from './ratings.ts'

const database = await testDatabase()
const now = new Date('2026-11-26T12:00:00Z')
const ratings = new Ratings({
  db: database.db,
  clock: () => now,
  quotas: noQuotas,
  refuseAgent: async () => noSuch('agent'),
})

const AGENTS = 24
const WALLETS = 1_000
const DAY_MS = 86_400_000
const idOf = (agent: number) => `00000000-0000-4000-8000-${String(agent).padStart(12, '0')}`

interface Person {
  wallet: string
  ageDays: number
  replies: number
  agents: number
}

async function storePeople(people: readonly Person[]): Promise<void> {
  const rows = people.map(({ wallet, ageDays, replies, agents }) => ({
    person: createHash('sha256').update(wallet).digest('hex'),
    since: new Date(now.getTime() - ageDays * DAY_MS).toISOString(),
    ...{ replies, agents },
  }))
  await database.sql`
    insert into rank_people (person, since, day, today, replies, agents)
    select person, since, ${now.toISOString()}::timestamptz::date, 0, replies, agents
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as told (person text, since timestamptz, replies int, agents int)`
}

async function storeRatings(rated: readonly { agent: number; wallet: string; up: boolean }[]): Promise<void> {
  const rows = rated.map(({ agent, ...rest }) => ({ agent: idOf(agent), ...rest }))
  await database.sql`
    insert into agent_ratings (agent_id, wallet, up, words, version, created_at, changed_at)
    select agent, wallet, up, '', 1, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as told (agent uuid, wallet text, up boolean)
    on conflict (agent_id, wallet) do update set up = excluded.up`
}

/** The place of each agent, the best first. */
async function places(): Promise<number[]> {
  const shares = await Promise.all(
    Array.from({ length: AGENTS }, async (_, agent) => {
      const { likedBy } = await ratings.summary({ agentId: idOf(agent), version: 1 })
      return { agent, likedBy: likedBy ?? 0 }
    }),
  )
  const order = shares.toSorted((a, b) => b.likedBy - a.likedBy).map(({ agent }) => agent)
  return Array.from({ length: AGENTS }, (_, agent) => order.indexOf(agent))
}

/** Agents that are liked by a fifth to nine tenths of people, some talked with ten times as much as others. */
async function makePlace(seed: number): Promise<void> {
  const random = randomFrom(seed)
  await database.sql`delete from agents`
  await database.sql`delete from rank_people`
  await database.sql`
    insert into agents (id, name, description, image_url, personality, capabilities, knowledge_domains, owner,
      category, is_public, visibility_enabled, created_at)
    select ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid, 'Agent', '', '', '', '{}', '{}', 'maker',
      'neural', true, true, now()
    from generate_series(0, ${AGENTS - 1}::int) as number`
  const honest = Array.from({ length: WALLETS * 0.9 }, (_, index) => ({
    wallet: `honest ${index}`,
    ageDays: 1 + random() * 120,
    replies: Math.ceil(3 + random() ** 2 * 120),
    agents: Math.ceil(random() * 8),
  }))
  await storePeople(honest)
  const rated = honest.flatMap(({ wallet, agents }) => {
    const chosen = new Set(Array.from({ length: agents }, () => Math.floor(AGENTS * random() ** 1.5)))
    return [...chosen].map((agent) => ({
      ...{ agent, wallet },
      up: random() < 0.2 + (0.7 * ((agent * 7) % AGENTS)) / (AGENTS - 1),
    }))
  })
  await storeRatings(rated)
}

const colluders = (fields: Omit<Person, 'wallet'>): Person[] =>
  Array.from({ length: WALLETS * 0.1 }, (_, index) => ({ wallet: `colluder ${index}`, ...fields }))

/** What it costs to make such wallets: talking on one day with one agent, or for two weeks with two. */
const piles = [
  { pile: 'made today', use: { ageDays: 0.5, replies: 5, agents: 1 } },
  { pile: 'two weeks old, which talked with two agents', use: { ageDays: 14, replies: 8, agents: 2 } },
]

test.each(piles.flatMap(({ pile, use }) => [1, 2, 3].map((seed) => ({ pile, use, seed }))))(
  'a tenth of all wallets, $pile, moves no agent by more than two places (seed $seed)',
  async ({ use, seed }) => {
    await makePlace(seed)
    const before = await places()
    const pile = colluders(use)
    await storePeople(pile)
    const worst = before.indexOf(AGENTS - 1)
    const best = before.indexOf(0)
    // They praise the worst agent and run down the best.
    await storeRatings(
      pile.flatMap(({ wallet }) => [
        { agent: worst, wallet, up: true },
        { agent: best, wallet, up: false },
      ]),
    )
    const after = await places()
    const moved = after.map((place, agent) => Math.abs(place - (before[agent] ?? 0)))
    expect(Math.max(...moved)).toBeLessThanOrEqual(2)
  },
)

test('the same pile would move an agent by more, if each wallet counted alike', async () => {
  await makePlace(1)
  const before = await places()
  const pile = colluders({ ageDays: 400, replies: 4_000, agents: 40 })
  await storePeople(pile)
  const worst = before.indexOf(AGENTS - 1)
  await storeRatings(pile.map(({ wallet }) => ({ agent: worst, wallet, up: true })))
  expect(AGENTS - 1 - ((await places())[worst] ?? 0)).toBeGreaterThan(2)
})
