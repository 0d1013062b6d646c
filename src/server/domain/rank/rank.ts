import { randomUUID } from 'node:crypto'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Db } from '../../db/connect/connect.ts'
import { type RankRules, rankDueAgents, sweepRank } from '../../db/rank/rank-agents.ts'
import { recordTalks, type Talk } from '../../db/rank/record-talks.ts'

const DAY_MS = 86_400_000

/** A person who writes more is still one person. */
const REPLIES_A_DAY = 5

/**
 * Agents are ordered by the people who talked with them (record 0048), each counted once, visitors never. A wallet has
 * full weight after four weeks, eight full days of use and four agents.
 */
export const rankRules: RankRules = {
  talked: 3,
  whole: { ageMs: 28 * DAY_MS, replies: 8 * REPLIES_A_DAY, agents: 4 },
  halvedInMs: { rising: 7 * DAY_MS, talked: 56 * DAY_MS },
  upvotes: { most: 0.1, of: 100 },
  people: 5_000,
}

/** In half-lives below a single new talk of full weight: an agent is no longer rising at an eighth of it. */
const RISES_BELOW = 3

export const risesFrom = (now: Date): number => now.getTime() / rankRules.halvedInMs.rising - RISES_BELOW

/** Ranks per statement, and statements per run of the job. */
const AT_ONCE = 100
const STATEMENTS = 50

const SWEPT_AT_ONCE = 1_000

/** A talk has no weight left after a year. */
const KEEP_MS = 365 * DAY_MS

/** Talks in memory while the database is unavailable; older ones are dropped. */
const MOST_WAITING = 10_000

const FIRST_AGENT = '00000000-0000-0000-0000-000000000000'

/** Records who talks with agents, and maintains their order. */
export class Rank {
  readonly #options: { db: Db; clock: () => Date; log: Logger }
  readonly #say = logThrottled()
  #waiting: Talk[] = []
  /** Random, so that a server that restarts often does not always check the same agents. */
  #swept: string | null = randomUUID()

  constructor(options: { db: Db; clock: () => Date; log: Logger }) {
    this.#options = options
  }

  /** Never rejects: talks that can't be stored now are stored with later ones. */
  async record(talks: readonly Talk[]): Promise<void> {
    const { db, log } = this.#options
    const all = [...this.#waiting, ...talks]
    this.#waiting = []
    if (all.length === 0) return
    try {
      await recordTalks(db, all, { aDay: REPLIES_A_DAY, talked: rankRules.talked })
    } catch (error) {
      this.#waiting = [...all, ...this.#waiting].slice(-MOST_WAITING)
      this.#say(log, 'warn', { err: error }, 'the rank of agents can not be kept up yet')
    }
  }

  /** Recomputes due ranks, in steps; to be called every few minutes. */
  async refresh(): Promise<void> {
    const { db, clock } = this.#options
    const now = clock()
    this.#swept = await sweepRank(db, {
      after: this.#swept ?? FIRST_AGENT,
      agents: SWEPT_AT_ONCE,
      people: SWEPT_AT_ONCE,
      now,
      before: new Date(now.getTime() - KEEP_MS),
    })
    for (let statement = 0; statement < STATEMENTS; statement++)
      if ((await rankDueAgents(db, rankRules, now, AT_ONCE)) < AT_ONCE) return
  }
}
