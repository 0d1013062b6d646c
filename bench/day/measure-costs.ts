import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import type { MeasuredPlace, Used } from './measured-place.ts'
import type { Cost, Costs } from './simulate-day.ts'

/** A server that has run for a while is compiled; before that, a word costs nearly twice as much. */
const WARM_UP = { rounds: 3, count: 60, words: 150, everyMs: 4 }
const IDLE_MS = 10_000
/** The second word of these comes once all have begun and what beginning them costs is counted. */
const SHORT = { count: 80, apartMs: 60, words: 2, everyMs: 8_000 }
const LONG = { count: 40, apartMs: 250, words: 400, everyMs: 38 }
const READS = 200
/** So far apart that a first word seldom waits for another one. */
const ALONE = { count: 40, apartMs: 300, words: 1, everyMs: 20 }
/** So that what a server does after a word is counted. */
const REST_MS = 1_500

const parts = ['app', 'database', 'redis'] as const

/** What replies cost, from loads that differ in one thing: nothing; short replies; long ones; conversations that are opened. */
export async function measureCosts(place: MeasuredPlace): Promise<Costs> {
  for (let round = 0; round < WARM_UP.rounds; round++)
    await place.read(place.product.wallets(WARM_UP.count, WARM_UP).askings, WARM_UP)
  await wait(REST_MS)
  const meter = await Meter.start(place)
  await wait(IDLE_MS)
  const second = await meter.read({ second: none, count: IDLE_MS / 1000 })

  const short = spread(place, SHORT)
  await wait(SHORT.count * SHORT.apartMs + REST_MS)
  const begin = await meter.read({ second, count: SHORT.count })
  await short.told
  await wait(REST_MS)
  const end = await meter.read({ second, count: SHORT.count })

  const long = spread(place, LONG)
  await long.told
  await wait(REST_MS)
  const whole = await meter.read({ second, count: LONG.count })

  for (let nth = 0; nth < READS; nth++) await place.product.open(long.openings[nth % LONG.count] as Opening)
  const read = await meter.read({ second, count: READS })

  const cost = (part: keyof Used): Cost => {
    const word = Math.max(0, whole[part] - begin[part] - end[part]) / LONG.words
    return { second: second[part], begin: begin[part], end: end[part], word, read: read[part] }
  }
  const [app, database, redis] = parts.map(cost) as [Cost, Cost, Cost]
  const alone = percentile(await spread(place, ALONE).told, 0.5) / 1000
  const worked = alone - database.begin
  return {
    ...{ app, database, redis },
    idle: Math.max(0, worked - app.begin),
    ahead: Math.min(1, Math.max(0, worked / app.begin)),
  }
}

type Opening = Parameters<MeasuredPlace['product']['open']>[0]

const none: Used = { app: 0, database: 0, redis: 0 }

/** Reads what was used since it was read before. */
class Meter {
  readonly #place: MeasuredPlace
  #before: Used
  #at: number

  private constructor(place: MeasuredPlace, before: Used) {
    this.#place = place
    this.#before = before
    this.#at = performance.now()
  }

  static async start(place: MeasuredPlace): Promise<Meter> {
    return new Meter(place, await place.used())
  }

  /** What each of `count` units used, beyond what each second does. */
  async read({ second, count }: { second: Used; count: number }): Promise<Used> {
    const [used, at] = [await this.#place.used(), performance.now()]
    const each = (part: keyof Used) =>
      Math.max(0, used[part] - this.#before[part] - (second[part] * (at - this.#at)) / 1000) / count
    const units = { app: each('app'), database: each('database'), redis: each('redis') }
    this.#before = used
    this.#at = at
    return units
  }
}

/** Replies that begin one after the other. */
function spread(
  place: MeasuredPlace,
  { count, apartMs, ...script }: { count: number; apartMs: number; words: number; everyMs: number },
) {
  const { askings, openings } = place.product.wallets(count, script)
  const told = place.read(
    askings.map((asking, nth) => ({ ...asking, afterMs: nth * apartMs })),
    script,
  )
  // It is awaited later, and fails there.
  told.catch(() => {})
  return { openings, told }
}
