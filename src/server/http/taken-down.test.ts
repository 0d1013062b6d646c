import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { busesOfTwo } from '../../../test/buses-of-two.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/reply-servers.ts'
import type { Way } from '../../../test/taken-down/ways.ts'
import { waysOfAgents } from '../../../test/taken-down/ways-of-agents.ts'
import {
  waysOfCopies,
  waysOfMessages,
  waysOfPeople,
  waysOfPictures,
  waysOfRealms,
} from '../../../test/taken-down/ways-of-others.ts'
import { takenDownWorld } from '../../../test/taken-down/world.ts'
import type { ModerationState } from '../../shared/trust/moderation.ts'
import type { Subject } from '../../shared/trust/reports.ts'
import { createLog } from '../base/log.ts'
import { Bus } from '../realtime/bus/bus.ts'

const database = await testDatabase()
const { REDIS_URL } = process.env
const redises = REDIS_URL ? [new Redis(REDIS_URL), new Redis(REDIS_URL)] : []
const log = createLog('silent')
const prefix = `taken-down:${randomUUID()}:`
/** Through Redis where the run has one. */
const [one, other] =
  redises.length > 0 ? redises.map((redis) => new Bus({ redis, log, prefix })) : busesOfTwo()
afterAll(() => Promise.all(redises.map((redis) => redis.quit())))
const settings = { alone: false, settings: { RATE_LIMIT_WEB_PICTURES: 1_000_000 } }
/** What the desk does at the first, people meet at both. */
const servers = [
  testApp(database, { ...settings, bus: one as Bus }),
  testApp(database, { ...settings, bus: other as Bus }),
] as const
const [first] = servers
const world = await takenDownWorld(first, database)

async function moderate(subject: Subject, state: ModerationState | null): Promise<void> {
  expect(
    await database.db.transaction((transaction) => first.takedowns.apply(transaction, subject, state)),
  ).toBe(true)
  await first.takedowns.afterwards(subject, state)
}

const nameOf = ({ route, by }: Way) => (by ? `${route}, ${by}` : route)

/** Which of the ways show it, at which server. */
async function showing(ways: readonly Way[]): Promise<string[]> {
  const shown: string[] = []
  for (const [index, server] of servers.entries()) {
    const found = await Promise.all(ways.map((way) => way.shows(server, world)))
    shown.push(...ways.filter((_, place) => found[place]).map((way) => `${index}: ${nameOf(way)}`))
  }
  return shown
}

const atBoth = (ways: readonly Way[]) =>
  servers.flatMap((_, index) => ways.map((way) => `${index}: ${nameOf(way)}`))

const things: { subject: Subject; ways: readonly Way[]; states: readonly ModerationState[] }[] = [
  { subject: { kind: 'agent', subject: world.agent.id }, ways: waysOfAgents, states: ['unlisted', 'down'] },
  { subject: { kind: 'realm', subject: world.realm.id }, ways: waysOfRealms, states: ['unlisted', 'down'] },
  {
    subject: { kind: 'realm_message', subject: `${world.realm.id}/${world.said.id}` },
    ways: waysOfMessages,
    states: ['down'],
  },
  { subject: { kind: 'shared_copy', subject: world.copy.id }, ways: waysOfCopies, states: ['down'] },
  { subject: { kind: 'person', subject: world.ada.address }, ways: waysOfPeople, states: ['down'] },
  { subject: { kind: 'picture', subject: world.hash }, ways: waysOfPictures, states: ['down'] },
]

describe.each(things)('$subject.kind', ({ subject, ways, states }) => {
  test.each(states)(
    'every way at both servers shows it before it is %s, not meanwhile, and again after it is put back',
    async (state) => {
      await eventually(() => showing(ways)).toEqual(atBoth(ways))
      await moderate(subject, state)
      const left = state === 'unlisted' ? ways.filter(({ link }) => link) : []
      await eventually(() => showing(ways)).toEqual(atBoth(left))
      await moderate(subject, null)
      await eventually(() => showing(ways)).toEqual(atBoth(ways))
    },
    300_000,
  )
})
