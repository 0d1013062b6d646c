import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomFrom } from '../../test/random-from.ts'
import { EventQueue } from './event-queue.ts'
import { type Costs, type Place, simulateDay } from './simulate-day.ts'
import { Station } from './station.ts'

const cost = { second: 0.005, begin: 0.004, end: 0.001, word: 0.00004, read: 0.003 }
const costs: Costs = {
  ...{ app: cost, database: cost, redis: { ...cost, begin: 0.0001 } },
  ...{
    bare: [0.002],
    ahead: 0.8,
    onCore: 0.9,
    uneven: [0.8, 1.2],
    collecting: { apart: 0.02, seconds: [0.001, 0.003] },
  },
}
const day = { repliesASecond: 5, words: 400, replySeconds: 15, readsAReply: 1 }
const place = { servers: 2, connections: 10, databaseCores: 2 }
const given = { costs, day, place }

/** A station that gets jobs at random for a long time; the load is a share of what it can do. */
function crowd({ places, load, seed }: { places: number; load: number; seed: number }) {
  const [events, random] = [new EventQueue(), randomFrom(seed)]
  const station = new Station(events, places)
  const exponential = (mean: number) => -mean * Math.log(1 - random())
  const arrive = () =>
    events.after(exponential(1 / (load * places)), () => {
      station.serve(exponential(1))
      arrive()
    })
  arrive()
  events.runUntil(1_000)
  station.measureFromNow()
  events.runUntil(21_000)
  return station.figures()
}

test('events happen in the order of their times, those of one time in the order in which they were added', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 200 }), (times) => {
      const [events, happened] = [new EventQueue(), [] as { at: number; nth: number }[]]
      for (const [nth, at] of times.entries()) events.after(at, () => happened.push({ at: events.now, nth }))
      events.runUntil(20)
      const sorted = times.map((at, nth) => ({ at, nth })).sort((a, b) => a.at - b.at || a.nth - b.nth)
      expect(happened).toEqual(sorted)
    }),
  )
})

test.each([
  { places: 1, load: 0.5 },
  { places: 1, load: 0.8 },
  { places: 4, load: 0.7 },
])('Little’s law holds at $places places with a load of $load', ({ places, load }) => {
  const { present, jobsASecond, meanWait, utilisation } = crowd({ places, load, seed: 7 })
  const meanService = (utilisation * places) / jobsASecond
  expect(Math.abs(present / (jobsASecond * (meanWait + meanService)) - 1)).toBeLessThan(0.01)
  expect(Math.abs(utilisation / load - 1)).toBeLessThan(0.03)
})

test('a single place with random jobs makes them wait as long as theory says', () => {
  const load = 0.7
  // Of an M/M/1 queue whose jobs take a second.
  const expected = load / (1 - load)
  expect(Math.abs(crowd({ places: 1, load, seed: 3 }).meanWait / expected - 1)).toBeLessThan(0.1)
})

test('the same seed gives the same day, another one another', () => {
  const of = (seed: number) => simulateDay(given, { seconds: 20, seed })
  expect(of(1)).toEqual(of(1))
  expect(of(2)).not.toEqual(of(1))
})

test('what is busy is what is asked times what it costs', () => {
  const { utilisation } = simulateDay(given, { seconds: 300, seed: 5 })
  const aReply = cost.begin + cost.end + day.words * cost.word + day.readsAReply * cost.read
  const app = (day.repliesASecond * aReply) / place.servers + cost.second
  const database = (day.repliesASecond * aReply + place.servers * cost.second) / place.databaseCores
  expect(Math.abs(utilisation.app / app - 1)).toBeLessThan(0.05)
  expect(Math.abs(utilisation.database / database - 1)).toBeLessThan(0.05)
})

test('a place that is too small makes first words wait, and one connection is a place, too', () => {
  const of = (more: Partial<typeof place>, repliesASecond = 60) =>
    simulateDay(
      { costs, day: { ...day, repliesASecond }, place: { ...place, ...more } },
      { seconds: 20, seed: 9 },
    ).firstWord
  const enough = of({ servers: 8, databaseCores: 8 }).p50
  expect(enough).toBeLessThan(0.02)
  for (const small of [{ servers: 1 }, { databaseCores: 1 }])
    expect(of({ servers: 8, databaseCores: 8, ...small }).p50).toBeGreaterThan(10 * enough)
  expect(of({ servers: 1, databaseCores: 8, connections: 1 }, 10).p99).toBeGreaterThan(
    of({ servers: 1, databaseCores: 8 }, 10).p99,
  )
})

test('what interrupts a server makes the slowest first words wait; only its own collections are its work', () => {
  const of = (more: Partial<Costs>, neighbours?: NonNullable<Place['neighbours']>) =>
    simulateDay(
      { costs: { ...costs, ...more }, day, place: { ...place, ...(neighbours && { neighbours }) } },
      { seconds: 300, seed: 5 },
    )
  const seldom = { apart: 0.2, seconds: [0.08] }
  const calm = of({ collecting: { apart: 1, seconds: [] } })
  for (const held of [
    of({ collecting: seldom }),
    of({ collecting: { apart: 1, seconds: [] } }, { waits: seldom, bare: costs.bare }),
  ]) {
    expect(held.firstWord.p99).toBeGreaterThan(2 * calm.firstWord.p99)
    expect(Math.abs(held.utilisation.app / calm.utilisation.app - 1)).toBeLessThan(0.1)
  }
})
