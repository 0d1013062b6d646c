/**
 * How many servers a day of so many people needs: a model of single events, fed with what replies cost on this machine,
 * and compared with some real minutes of a server with PostgreSQL and Redis at a hundredth of the peak of a million
 * people. The server has to be built. Linux only, since it reads /proc.
 *
 * node bench/model-of-a-day.ts [replies a second of the real run] [its seconds]
 */
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '../test/random-from.ts'
import { measureCosts } from './day/measure-costs.ts'
import { type MeasuredPlace, startMeasuredPlace } from './day/measured-place.ts'
import { type Costs, type Day, type Place, type Simulated, simulateDay } from './day/simulate-day.ts'
import { type Interruption, watchWaits } from './day/waits-for-core.ts'
import { percentile } from './percentile.ts'

const QUESTIONS_A_DAY = 10
/** How much more is asked in the busiest hour than in the mean one. */
const PEAK = 5
const DAY_SECONDS = 86_400
/** A reply of 400 tokens in 15 seconds, and one conversation that is opened for each. */
const WORD_MS = 38
const reply = { words: 400, replySeconds: (400 * WORD_MS) / 1000, readsAReply: 1 }
const peakOf = (people: number) => (people * QUESTIONS_A_DAY * PEAK) / DAY_SECONDS
/** As `open-postgresql.ts` has. */
const CONNECTIONS = 10
/** No core is planned to be busier, so that one of a few servers can be missing for a while. */
const MOST_BUSY = 0.6
const SEED = 20_261_126
/** Between questions to the model server itself, beside those to the product. */
const BARE_APART_MS = 400
/** The conversations that are opened. */
const OPENED = { count: 25, words: 100, everyMs: 4 }

const RATE = Math.min(Math.max(Number(process.argv[2]) || peakOf(10_000), 0.5), 50)
const SECONDS = Math.min(Math.max(Number(process.argv[3]) || 200, 10), 300)

const place = await startMeasuredPlace()
try {
  const costs = await measureCosts(place)
  printCosts(costs)
  const day: Day = { ...reply, repliesASecond: RATE }
  const real = await runReal(place, day)
  const told = simulateDay(
    {
      ...{ costs, day },
      place: { servers: 1, connections: CONNECTIONS, databaseCores: 1, neighbours: real.neighbours },
    },
    { seconds: SECONDS, seed: SEED },
  )
  printComparison(real, told)
  // A planned server has one core, so nothing of what it does is done beside.
  printPlans({ ...costs, onCore: 1 })
} finally {
  await place.stop()
}

/** What is used, in cores, and milliseconds to the first word, once as many replies run as will. */
async function runReal({ product, read, readBare, used }: MeasuredPlace, day: Day) {
  const random = randomFrom(SEED)
  const script = { words: day.words, everyMs: WORD_MS }
  const [fromMs, toMs] = [(day.replySeconds + 2) * 1000, (day.replySeconds + 2 + SECONDS) * 1000]
  const times: number[] = []
  const apart = () => (-Math.log(1 - random()) * 1000) / day.repliesASecond
  for (let at = apart(); at < toMs; at += apart()) times.push(at)
  const earlier = product.wallets(OPENED.count, OPENED)
  await read(earlier.askings, OPENED)
  const { askings } = product.wallets(times.length, script)
  const told = read(
    askings.map((asking, nth) => ({ ...asking, afterMs: times[nth] ?? 0 })),
    script,
  )
  // Both are awaited once what they use was read, and fail there.
  told.catch(() => {})
  const opened = Promise.all(
    times.map(async (at, nth) => {
      await wait(at)
      const opening = earlier.openings[nth % OPENED.count]
      if (opening) await product.open(opening)
    }),
  )
  opened.catch(() => {})
  await wait(fromMs)
  const before = await used()
  const endWatch = watchWaits(product.pid)
  const bareTold = readBare(Math.floor((toMs - fromMs) / BARE_APART_MS), BARE_APART_MS)
  bareTold.catch(() => {})
  await wait(toMs - fromMs)
  const [after, waits] = [await used(), endWatch()]
  const bare = (await bareTold).map((milliseconds) => milliseconds / 1_000)
  const [firstWords] = await Promise.all([told, opened])
  const measured = firstWords.filter((_, nth) => (times[nth] ?? 0) >= fromMs)
  const cores = (part: keyof typeof after) => (after[part] - before[part]) / SECONDS
  return {
    ...{ replies: measured.length, app: cores('app'), database: cores('database'), redis: cores('redis') },
    ...{ p50: percentile(measured, 0.5), p99: percentile(measured, 0.99) },
    neighbours: { waits, bare },
  }
}

function printCosts({ app, database, redis, bare, ahead, onCore, collecting }: Costs) {
  const milliseconds = (value: number) => (value * 1000).toFixed(2).padStart(7)
  console.log('\nCosts in ms of a core        a second  to 1st word      end   400 words  opening one')
  for (const [name, cost] of Object.entries({ server: app, PostgreSQL: database, Redis: redis })) {
    const cells = [cost.second, cost.begin, cost.end, cost.word * reply.words, cost.read]
    console.log(`  ${name.padEnd(24)}${cells.map((cell) => milliseconds(cell).padStart(11)).join('')}`)
  }
  console.log(`  to a first word without the product: ${milliseconds(percentile(bare, 0.5))} ms`)
  console.log(
    `  of what the server does for a beginning, before the first word: ${(ahead * 100).toFixed(0)} %`,
  )
  console.log(`  of what the server does, by its main thread: ${(onCore * 100).toFixed(0)} %`)
  printInterruption('garbage is collected', collecting)
}

function printInterruption(what: string, { apart, seconds }: Interruption) {
  const milliseconds = (value: number) => `${(value * 1000).toFixed(1)} ms`
  console.log(
    `  ${what} each ${milliseconds(apart)} of its main thread's work, for ${milliseconds(percentile(seconds, 0.5))} (p50) and ${milliseconds(percentile(seconds, 0.99))} (p99)`,
  )
}

function printComparison(real: Awaited<ReturnType<typeof runReal>>, told: Simulated) {
  console.log(
    `\n${RATE.toFixed(1)} replies a second for ${SECONDS} s: ${real.replies} really, ${told.replies} in the model`,
  )
  const { waits, bare } = real.neighbours
  printInterruption('others have its core', waits)
  console.log(
    `  a first word without the product takes ${(percentile(bare, 0.5) * 1000).toFixed(1)} ms (p50) and ${(percentile(bare, 0.99) * 1000).toFixed(1)} ms (p99) meanwhile`,
  )
  const lines: [string, number, number][] = [
    ['server, cores', real.app, told.utilisation.app],
    ['PostgreSQL, cores', real.database, told.utilisation.database],
    ['Redis, cores', real.redis, told.utilisation.redis],
    ['first word p50, ms', real.p50, told.firstWord.p50 * 1000],
    ['first word p99, ms', real.p99, told.firstWord.p99 * 1000],
  ]
  for (const [name, one, other] of lines) {
    const difference = `${((other / one - 1) * 100).toFixed(0)} %`.padStart(7)
    console.log(
      `  ${name.padEnd(22)} real ${one.toFixed(3).padStart(8)}   model ${other.toFixed(3).padStart(8)}  ${difference}`,
    )
  }
}

/** With as few servers and cores as keep each at most so busy; and with half of them, to show what then waits. */
function printPlans(costs: Costs) {
  console.log(`\nAt the peak of a day, no core busier than ${MOST_BUSY * 100} %`)
  for (const people of [10_000, 100_000, 1_000_000]) {
    const day = { ...reply, repliesASecond: peakOf(people) }
    const enough = planFor(costs, day)
    const seconds = Math.min(60, Math.max(10, 6_000 / day.repliesASecond))
    for (const place of [enough, { ...enough, servers: Math.max(1, Math.ceil(enough.servers / 2)) }])
      printPlan(people, place, simulateDay({ costs, day, place }, { seconds, seed: SEED }))
  }
}

function planFor({ app, database }: Costs, { repliesASecond, words, readsAReply }: Day): Place {
  const each = ({ begin, end, word, read }: Costs['app']) =>
    repliesASecond * (begin + end + word * words + read * readsAReply)
  const servers = Math.ceil(each(app) / Math.max(0.1, MOST_BUSY - app.second))
  const databaseCores = Math.ceil((each(database) + servers * database.second) / MOST_BUSY)
  return { servers, connections: CONNECTIONS, databaseCores }
}

function printPlan(people: number, place: Place, { utilisation, firstWord, wordWait }: Simulated) {
  const percent = (value: number) => `${(value * 100).toFixed(0)} %`
  const ms = (value: number) => `${(value * 1000).toFixed(1)} ms`
  console.log(
    `  ${people.toLocaleString('en-US').padStart(9)} people: ${place.servers} servers (${percent(utilisation.app)}), ${place.databaseCores} cores for PostgreSQL (${percent(utilisation.database)}), Redis ${percent(utilisation.redis)}, ${place.servers * place.connections} connections (${percent(utilisation.connections)}); first word p50 ${ms(firstWord.p50)} p99 ${ms(firstWord.p99)}; words wait p99 ${ms(wordWait.p99)}`,
  )
}
