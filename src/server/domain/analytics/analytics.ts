import { randomUUID } from 'node:crypto'
import type { Analytics, AnalyticsQuery } from '../../../shared/analytics.ts'
import type { Logger } from '../../base/log.ts'
import { readAnalytics } from '../../db/analytics/read-analytics.ts'
import { addCounts } from '../../db/analytics/record-analytics.ts'
import { sweepAnalytics } from '../../db/analytics/sweep-analytics.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { Talk } from '../../db/rank/record-talks.ts'
import type { Reads } from '../../db/replicas/replica-reads.ts'
import { readModelUse } from '../../db/spending/model-use.ts'
import { noSuch } from '../failure.ts'
import { analyticsCsv } from './analytics-csv.ts'
import { windowOf } from './analytics-window.ts'
import { presentAnalytics } from './present-analytics.ts'
import { Recorder } from './record-replies.ts'
import type { HourSums } from './sums.ts'

const DAY_MS = 86_400_000

/** Longer than the windows show: 24 hours for hours, 30 days for people. */
const KEEP_HOURS_MS = 3 * DAY_MS
const KEEP_PEOPLE_MS = 32 * DAY_MS

const SWEPT_AT_ONCE = 1_000

const FIRST_AGENT = '00000000-0000-0000-0000-000000000000'

interface AnalyticsOptions {
  db: Db
  reads?: Reads
  clock: () => Date
  log: Logger
  /** Is called with the talks in what was stored; must not reject. */
  onStored?: (talks: readonly Talk[]) => Promise<void>
}

/** Analytics of agents: recorded for all of them, readable by the owner of each. `owner` is the session's wallet. */
export class AgentsAnalytics extends Recorder {
  readonly #db: Db
  readonly #reads: Reads
  readonly #clock: () => Date
  /** Random at first, so that a server that restarts often does not always process the same agents. */
  #swept: string | null = randomUUID()

  constructor({ db, reads = () => db, clock, log, onStored }: AnalyticsOptions) {
    const store = async (sums: readonly HourSums[]) => {
      await storeSums(db, sums)
      await onStored?.(sums.flatMap(talksOf))
    }
    super({ store, clock, log })
    this.#db = db
    this.#reads = reads
    this.#clock = clock
  }

  /** @throws {Failure} `not_found` for an agent that does not belong to this owner */
  async read(owner: string, query: AnalyticsQuery): Promise<Analytics> {
    return (await this.#read(owner, query)).analytics
  }

  /** The same as a CSV file. @throws {Failure} `not_found` */
  async export(owner: string, query: AnalyticsQuery): Promise<{ filename: string; body: string }> {
    const { name, analytics } = await this.#read(owner, query)
    const about = (name ?? 'All agents').replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ').trim()
    const day = this.#clock().toISOString().slice(0, 10)
    return { filename: `${about}, ${query.range} to ${day}.csv`, body: analyticsCsv(analytics, name) }
  }

  /** Removes data that no window shows any more, for some agents at a time; to be called every few minutes. */
  async sweep(): Promise<void> {
    const now = this.#clock().getTime()
    this.#swept = await sweepAnalytics(this.#db, {
      after: this.#swept ?? FIRST_AGENT,
      agents: SWEPT_AT_ONCE,
      hoursBefore: new Date(now - KEEP_HOURS_MS),
      peopleBefore: new Date(now - KEEP_PEOPLE_MS),
    })
  }

  async #read(owner: string, { agent: id, range }: AnalyticsQuery) {
    const window = windowOf(range, this.#clock())
    const { step, from, to } = window
    const [agent, day] = [id ?? null, from.toISOString().slice(0, 10)]
    const db = this.#reads('analytics')
    const [stored, models] = await Promise.all([
      readAnalytics(db, { owner, agent, step, from, to }),
      readModelUse(db, { viewer: owner, agent, from: day }),
    ])
    if (!stored) noSuch('agent')
    const name = id === undefined ? null : (stored.agents[0]?.name ?? null)
    return { name, analytics: presentAnalytics(stored, range, window, models, id !== undefined) }
  }
}

function talksOf({ agentId, start, talks }: HourSums): Talk[] {
  return [...talks].map(([wallet, replies]) => ({ agentId, wallet, replies, at: new Date(start) }))
}

export function storeSums(db: Db, sums: readonly HourSums[]): Promise<void> {
  const analytics = sums.map(({ start, failures, firstWords, people, talks: _, ...hour }) => ({
    ...hour,
    start: new Date(start).toISOString(),
    failures: Object.fromEntries(failures),
    firstWords: Object.fromEntries(firstWords),
    people: [...people],
  }))
  return addCounts(db, analytics)
}
