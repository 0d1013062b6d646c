import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { listAgents } from '../../db/agents/agent-lists.ts'
import { mergePeople, removePerson } from '../../db/rank/rank-person.ts'
import type { Talk } from '../../db/rank/record-talks.ts'
import { agents } from '../../db/schema/agents.ts'
import { rankPeople, rankTalks } from '../../db/schema/rank.ts'
import { Rank, rankRules } from './rank.ts'

const { db } = await testDatabase()
const log = pino({ level: 'silent' })

const DAY_MS = 86_400_000
const BEGIN = Date.UTC(2027, 0, 1, 12)

/** A service with some agents, on which the test lets people talk day by day. */
async function openPlace(names: readonly string[]) {
  await db.delete(agents)
  await db.delete(rankPeople)
  const ids = new Map(names.map((name) => [name, randomUUID()]))
  await db.insert(agents).values(
    names.map((name, index) => ({
      id: ids.get(name) ?? '',
      name,
      description: '',
      imageUrl: '/images/default.webp',
      personality: '',
      capabilities: [],
      knowledgeDomains: [],
      owner: `owner of ${name}`,
      category: 'neural' as const,
      isPublic: true,
      visibilityEnabled: true,
      // The first is the newest.
      createdAt: new Date(BEGIN - index * 1_000),
    })),
  )
  let day = 0
  const now = () => new Date(BEGIN + day * DAY_MS)
  const rank = new Rank({ db, clock: now, log })
  return {
    agentId: (name: string) => ids.get(name) ?? '',
    rank,
    /** Lets wallets talk on a day, which must not be before the previous one. */
    async onDay(number: number, talks: readonly { wallet: string; agent: string; replies: number }[]) {
      day = number
      const at = now()
      await rank.record(
        talks.map(
          ({ wallet, agent, replies }): Talk => ({
            agentId: ids.get(agent) ?? '',
            wallet,
            replies,
            at,
          }),
        ),
      )
    },
    /** The names in an order, as listed on a day. */
    async list(order: 'rising' | 'talked', number = day) {
      day = number
      await rank.refresh()
      return (await listAgents(db, { order, limit: 24 })).agents.map(({ name }) => name)
    },
  }
}

const others = ['Second', 'Third', 'Fourth']
const wallets = (count: number, kind: string) =>
  Array.from({ length: count }, (_, index) => `${kind} ${index}`)

/** Four weeks of ten people, each twice a week with five replies, alternating between agents. */
function fourWeeks(target: string) {
  const talks: { day: number; wallet: string; agent: string; replies: number }[] = []
  for (const wallet of wallets(10, 'person'))
    for (let visit = 0; visit <= 8; visit++) {
      const agent = [target, ...others][visit % 4] ?? target
      talks.push({ day: Math.round(visit * 3.5), wallet, agent, replies: 5 })
    }
  return talks
}

/** What one person with a hundred wallets may try in order to raise an agent above those that ten people talk with. */
const attempts: Record<string, { day: number; wallet: string; agent: string; replies: number }[]> = {
  'three replies each, on the last day': wallets(100, 'puppet').map((wallet) => ({
    day: 28,
    wallet,
    agent: 'Lifted',
    replies: 3,
  })),
  'a thousand replies each, on the last day': wallets(100, 'puppet').map((wallet) => ({
    day: 28,
    wallet,
    agent: 'Lifted',
    replies: 1_000,
  })),
  'made four weeks ago with a look at every agent, and back on the last day': wallets(100, 'puppet').flatMap(
    (wallet) => [
      ...['Lifted', ...others].map((agent) => ({ day: 0, wallet, agent, replies: 3 })),
      { day: 28, wallet, agent: 'Lifted', replies: 50 },
    ],
  ),
  'as many days and replies as the ten people together, spread over the hundred': wallets(
    100,
    'puppet',
  ).flatMap((wallet, index) =>
    [0, 28].map((day) => ({ day, wallet, agent: index % 2 === 0 ? 'Lifted' : 'Second', replies: 3 })),
  ),
  'two weeks of a day each week, and of every agent': wallets(100, 'puppet').flatMap((wallet) => [
    ...['Lifted', ...others].map((agent) => ({ day: 21, wallet, agent, replies: 5 })),
    { day: 28, wallet, agent: 'Lifted', replies: 5 },
  ]),
}

// Record 0048.
for (const [attempt, talks] of Object.entries(attempts))
  test(`one person with a hundred wallets stays below ten people of four weeks: ${attempt}`, async () => {
    const place = await openPlace(['Lifted', 'Earned', ...others])
    const all = [...fourWeeks('Earned'), ...talks]
    for (let day = 0; day <= 28; day++)
      await place.onDay(
        day,
        all.filter((talk) => talk.day === day),
      )
    for (const order of ['rising', 'talked'] as const) {
      const list = await place.list(order)
      expect(list.indexOf('Earned')).toBeLessThan(list.indexOf('Lifted'))
    }
  })

test('the same work spread over more wallets weighs less, not more', async () => {
  const place = await openPlace(['Many', 'Few', ...others])
  // Thirty-two visits each: eight of each of four wallets, or two of each of sixteen.
  const visits = [
    ...wallets(4, 'few').flatMap((wallet) =>
      [0, 4, 8, 12, 16, 20, 24, 28].map((day) => ({ day, wallet, target: 'Few' })),
    ),
    ...wallets(16, 'many').flatMap((wallet) => [0, 28].map((day) => ({ day, wallet, target: 'Many' }))),
  ]
  for (let day = 0; day <= 28; day += 4)
    await place.onDay(
      day,
      visits
        .filter((visit) => visit.day === day)
        .flatMap(({ wallet, target }) =>
          [target, ...others].map((agent) => ({ wallet, agent, replies: agent === target ? 5 : 3 })),
        ),
    )
  const list = await place.list('talked')
  expect(list.indexOf('Few')).toBeLessThan(list.indexOf('Many'))
})

test('who talked lately lifts an agent, more people have more weight for longer, and what nobody talks with is last', async () => {
  const place = await openPlace(['Nobody', 'Once', 'Lately', ...others])
  const crowd = wallets(6, 'person')
  for (let day = 0; day <= 28; day += 2)
    await place.onDay(
      day,
      crowd.flatMap((wallet) => others.map((agent) => ({ wallet, agent, replies: 3 }))),
    )
  await place.onDay(
    30,
    crowd.map((wallet) => ({ wallet, agent: 'Once', replies: 3 })),
  )
  await place.onDay(
    58,
    crowd.slice(0, 2).map((wallet) => ({ wallet, agent: 'Lately', replies: 3 })),
  )
  const rising = await place.list('rising')
  expect(rising.indexOf('Lately')).toBeLessThan(rising.indexOf('Once'))
  const talked = await place.list('talked')
  expect(talked.indexOf('Once')).toBeLessThan(talked.indexOf('Lately'))
  expect(rising.at(-1)).toBe('Nobody')
  expect(talked.at(-1)).toBe('Nobody')
  // The order does not change by the passage of time alone.
  expect(await place.list('rising', 200)).toEqual(rising)
})

test('two replies are no talk, a thousand of one person are one voice, and an owner has none for their own', async () => {
  const place = await openPlace(['Two replies', 'One voice', 'Own', 'Two voices', ...others])
  const crowd = ['a', 'b', 'owner of Own']
  for (let day = 0; day <= 40; day += 2)
    await place.onDay(
      day,
      crowd.flatMap((wallet) => others.map((agent) => ({ wallet, agent, replies: 2 }))),
    )
  await place.onDay(42, [
    { wallet: 'a', agent: 'Two replies', replies: 2 },
    { wallet: 'b', agent: 'Two replies', replies: 2 },
    { wallet: 'a', agent: 'One voice', replies: 1_000 },
    { wallet: 'owner of Own', agent: 'Own', replies: 30 },
    { wallet: 'a', agent: 'Two voices', replies: 3 },
    { wallet: 'b', agent: 'Two voices', replies: 3 },
  ])
  const list = await place.list('rising')
  expect(list.indexOf('Two voices')).toBeLessThan(list.indexOf('One voice'))
  const ranks = await db
    .select({ name: agents.name, rising: agents.rising, talked: agents.talked })
    .from(agents)
  const zero = ranks.filter(({ rising, talked }) => rising === 0 && talked === 0).map(({ name }) => name)
  expect(zero.sort()).toEqual(['Own', 'Two replies'])
})

test('upvotes move an agent among its equals alone', async () => {
  const place = await openPlace(['Plain', 'Upvoted', 'Talked with more', ...others])
  const crowd = wallets(6, 'person')
  for (let day = 0; day <= 28; day += 2)
    await place.onDay(
      day,
      crowd.flatMap((wallet) => others.map((agent) => ({ wallet, agent, replies: 3 }))),
    )
  await place.onDay(
    28,
    crowd.flatMap((wallet, index) =>
      ['Talked with more', ...(index < 5 ? ['Plain', 'Upvoted'] : [])].map((agent) => ({
        wallet,
        agent,
        replies: 3,
      })),
    ),
  )
  await db.execute(`update agents set upvotes = 100000 where name = 'Upvoted'`)
  const list = await place.list('talked')
  expect(list.slice(0, list.indexOf('Plain') + 1).filter((name) => !others.includes(name))).toEqual([
    'Talked with more',
    'Upvoted',
    'Plain',
  ])
})

test('what is stored counts replies of a day only so far, and each new agent once', async () => {
  const place = await openPlace(['One', ...others])
  await place.onDay(0, [{ wallet: 'a', agent: 'One', replies: 2 }])
  await place.onDay(0, [
    { wallet: 'a', agent: 'One', replies: 1 },
    { wallet: 'a', agent: 'Second', replies: 9 },
  ])
  await place.onDay(1, [
    { wallet: 'a', agent: 'One', replies: 4 },
    { wallet: 'a', agent: 'Third', replies: 2 },
  ])
  expect(await db.select().from(rankPeople)).toMatchObject([
    { day: '2027-01-02', today: 5, replies: 10, agents: 2, since: new Date(BEGIN) },
  ])
  const talks = await db.select({ replies: rankTalks.replies }).from(rankTalks).orderBy(rankTalks.replies)
  expect(talks.map(({ replies }) => replies)).toEqual([2, 7, 9])
})

test('after a year of silence nothing is kept of a person', async () => {
  const place = await openPlace(['One'])
  await place.onDay(0, [{ wallet: 'a', agent: 'One', replies: 5 }])
  await place.list('rising', 200)
  expect(await db.select().from(rankTalks)).toHaveLength(1)
  // The first sweep starts somewhere among the agents, and the next one at the first.
  for (let round = 0; round < 3; round++) await place.list('rising', 367)
  expect(await db.select().from(rankTalks)).toEqual([])
  expect(await db.select().from(rankPeople)).toEqual([])
})

test('two servers that make ranks and take in talks at once lose none', async () => {
  const place = await openPlace(['One', ...others])
  const crowd = wallets(40, 'person')
  const talks = crowd.map((wallet) => ({
    agentId: place.agentId('One'),
    wallet,
    replies: 1,
    at: new Date(BEGIN),
  }))
  const now = () => new Date(BEGIN + 28 * DAY_MS)
  const servers = Array.from({ length: 3 }, () => new Rank({ db, clock: now, log }))
  await Promise.all(
    servers.flatMap((server) => [
      server.record(talks),
      server.refresh(),
      server.record([...talks].reverse()),
    ]),
  )
  const stored = await db.select({ replies: rankTalks.replies }).from(rankTalks)
  expect(stored.map(({ replies }) => replies)).toEqual(crowd.map(() => 6))
  expect((await db.select().from(rankPeople)).every(({ agents }) => agents === 1)).toBe(true)
  await servers[0]?.refresh()
  const [one] = (await listAgents(db, { order: 'talked', limit: 1 })).agents
  expect(one?.name).toBe('One')
  expect(rankRules.whole.agents).toBeGreaterThan(1)
})

test('what the database did not take is stored with what comes next', async () => {
  const place = await openPlace(['One'])
  const broken = { ...db, execute: () => Promise.reject(new Error('away')) } as unknown as typeof db
  let isAway = true
  const flaky = new Proxy(db, { get: (target, name) => Reflect.get(isAway ? broken : target, name) })
  const rank = new Rank({ db: flaky, clock: () => new Date(BEGIN), log })
  const talk = { agentId: place.agentId('One'), wallet: 'a', replies: 2, at: new Date(BEGIN) }
  await rank.record([talk])
  isAway = false
  await rank.record([talk])
  expect(await db.select({ replies: rankTalks.replies }).from(rankTalks)).toEqual([{ replies: 4 }])
})

test('two wallets that became one are one voice, and one that is removed is none', async () => {
  const { onDay, list, agentId } = await openPlace(['First', ...others])
  for (let day = 0; day <= 28; day += 2)
    await onDay(
      day,
      wallets(2, 'person').flatMap((wallet) =>
        ['First', ...others].map((agent) => ({ wallet, agent, replies: 1 })),
      ),
    )
  await onDay(28, [{ wallet: 'person 0', agent: 'Second', replies: 3 }])
  await list('talked')
  const talkedOf = async (name: string) => {
    const [agent] = await db
      .select({ talked: agents.talked })
      .from(agents)
      .where(eq(agents.id, agentId(name)))
    return agent?.talked ?? 0
  }
  const two = await talkedOf('Third')
  await mergePeople(db, 'person 0', 'person 1', new Date(BEGIN + 28 * DAY_MS))
  await list('talked')
  expect(await talkedOf('Third')).toBeGreaterThan(0)
  expect(await talkedOf('Third')).toBeLessThan(two)
  expect((await db.select().from(rankPeople)).length).toBe(1)
  await removePerson(db, 'person 1', new Date(BEGIN + 28 * DAY_MS))
  await list('talked')
  expect(await talkedOf('Third')).toBe(0)
  expect(await db.select().from(rankTalks)).toEqual([])
  expect(await db.select().from(rankPeople)).toEqual([])
})
