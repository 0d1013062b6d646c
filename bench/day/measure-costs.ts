import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from '../percentile.ts'
import type { MeasuredPlace, Used } from './measured-place.ts'
import type { Cost, Costs } from './simulate-day.ts'
import { collectionsOf } from './tell-collections.ts'
import { mainThreadOf } from './waits-for-core.ts'

/** A server that has run for a while is compiled; before that, a word costs nearly twice as much. */
const WARM_UP = { rounds: 3, count: 60, words: 150, everyMs: 4 }
const IDLE_MS = 10_000
/** The second word of these comes once all have begun and what beginning them costs is counted. */
const SHORT = { count: 80, apartMs: 60, words: 2, everyMs: 8_000 }
/** As many as a busy server tells at once, since each word is cheaper then. */
const STEADY = { count: 75, apartMs: 100, words: 600, everyMs: 38 }
const COUNTED_MS = 12_000
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
  const second = await meter.read({ second: none, count: IDLE_MS / 1_000 })

  const short = spread(place, SHORT)
  await wait(SHORT.count * SHORT.apartMs + REST_MS)
  const begin = await meter.read({ second, count: SHORT.count })
  await short.told
  await wait(REST_MS)
  const end = await meter.read({ second, count: SHORT.count })

  const { word, onCore, collecting, openings } = await measureSteady(place, meter, { second, begin, end })

  for (let nth = 0; nth < READS; nth++) await place.product.open(openings[nth % STEADY.count] as Opening)
  const read = await meter.read({ second, count: READS })

  const cost = (part: keyof Used): Cost => ({
    ...{ second: second[part], begin: begin[part], end: end[part], word: word[part], read: read[part] },
  })
  const [app, database, redis] = parts.map(cost) as [Cost, Cost, Cost]
  return {
    ...{ app, database, redis, onCore, collecting },
    ...(await measureAlone(place, { app, database, onCore })),
  }
}

/** What each word costs while as many replies run as will. */
async function measureSteady(
  place: MeasuredPlace,
  meter: Meter,
  { second, begin, end }: Record<'second' | 'begin' | 'end', Used>,
) {
  const { address, pid } = place.product
  const { openings, told } = spread(place, STEADY)
  await wait(STEADY.count * STEADY.apartMs + REST_MS)
  const [before] = await Promise.all([meter.read({ second, count: STEADY.count }), collectionsOf(address)])
  const [began, { ran: ranBefore }] = [performance.now(), mainThreadOf(pid)]
  await wait(COUNTED_MS)
  const [seconds, { ran: ranAfter }] = [await collectionsOf(address), mainThreadOf(pid)]
  const passed = performance.now() - began
  const words = (STEADY.count * passed) / STEADY.everyMs
  const word = await meter.read({ second, count: words })
  await told
  await wait(REST_MS)
  const after = await meter.read({ second, count: STEADY.count })
  // Words are stored every ten seconds, so what that costs is taken from the whole of each reply.
  const stored = before.database + (word.database * words) / STEADY.count + after.database
  const ran = ranAfter - ranBefore
  return {
    word: { ...word, database: Math.max(0, stored - begin.database - end.database) / STEADY.words },
    onCore: Math.min(1, ran / (words * word.app + (second.app * passed) / 1_000)),
    collecting: { apart: ran / Math.max(1, seconds.length), seconds },
    openings,
  }
}

/** First words that wait for no other one. */
async function measureAlone(
  place: MeasuredPlace,
  { app, database, onCore }: Pick<Costs, 'app' | 'database' | 'onCore'>,
): Promise<Pick<Costs, 'bare' | 'ahead' | 'uneven'>> {
  const inSeconds = (milliseconds: number[]) => milliseconds.map((one) => one / 1_000)
  const alone = inSeconds(await spread(place, ALONE).told)
  const bare = inSeconds(await place.readBare(ALONE.count, ALONE.apartMs))
  const worked = percentile(alone, 0.5) - percentile(bare, 0.5) - database.begin
  const mean = alone.reduce((sum, one) => sum + one, 0) / alone.length
  return {
    bare,
    ahead: Math.min(1, Math.max(0, worked / onCore / app.begin)),
    uneven: alone.map((one) => one / mean),
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
