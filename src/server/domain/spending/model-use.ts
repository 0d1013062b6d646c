import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import type { Db } from '../../db/connect/connect.ts'
import { addModelUse, type ModelUseSums, sweepModelUse } from '../../db/spending/model-use.ts'
import type { TokenUsage } from '../../llm/provider.ts'
import { StoredSoon, type SumsInMemory } from '../analytics/store-soon.ts'
import { dayOf } from './unit-ledger.ts'

const DAY_MS = 24 * 3_600_000

/** Longer than any window shows. */
const KEPT_DAYS = 400

/** Of the sums in memory; there are only so many if the database is unavailable for long. */
const MOST_SUMS = 50_000

const CLOSING_MS = 4_000

/** A reply that is over. */
interface UsedModel {
  agentId: string | null
  /** The wallet that paid; null for the place. */
  payer: string | null
  provider: string
  model: string
  tokens: TokenUsage | null
  words: number
  micros: number | null
}

/** Sums of what replies used, without any text. They are added up in memory and stored soon after. */
export class ModelUseRecorder {
  readonly #stored: StoredSoon<UsedModel & { day: string }, ModelUseSums>
  readonly #db: Db
  readonly #clock: () => Date
  readonly #log: Logger

  constructor({ db, clock, log }: { db: Db; clock: () => Date; log: Logger }) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    const store = (sums: readonly ModelUseSums[]) => addModelUse(db, sums)
    this.#stored = new StoredSoon({ sums: new DaySums(), store, log, what: 'sums of models' })
  }

  add(used: UsedModel): void {
    this.#stored.add({ ...used, day: dayOf(this.#clock()) })
  }

  /** Stores the sums immediately, as far as the database accepts them. Never rejects. */
  async flush(): Promise<void> {
    await this.#stored.flush()
  }

  sweep(): Promise<void> {
    return sweepModelUse(this.#db, dayOf(new Date(this.#clock().getTime() - KEPT_DAYS * DAY_MS)))
  }

  async close(): Promise<void> {
    const stored = await Promise.race([this.#stored.flush(), wait(CLOSING_MS, false, { ref: false })])
    if (!stored) this.#log.error('sums of models are lost: the database did not take them')
    this.#stored.stop()
  }
}

class DaySums implements SumsInMemory<UsedModel & { day: string }, ModelUseSums> {
  readonly #sums = new Map<string, ModelUseSums>()

  get isEmpty(): boolean {
    return this.#sums.size === 0
  }

  add({ day, agentId, payer, provider, model, tokens, words, micros }: UsedModel & { day: string }): boolean {
    return this.#addUp({
      ...{ day, payer: payer ?? 'place', agentId: agentId?.toLowerCase() ?? '', provider, model },
      ...{ replies: 1, words, micros: micros ?? 0, priced: micros === null ? 0 : 1 },
      promptTokens: tokens?.prompt ?? 0,
      completionTokens: tokens?.completion ?? 0,
      cachedTokens: tokens?.cached ?? 0,
    })
  }

  take(count: number): ModelUseSums[] {
    const taken = [...this.#sums].slice(0, count)
    for (const [key] of taken) this.#sums.delete(key)
    return taken.map(([, sum]) => sum)
  }

  putBack(taken: readonly ModelUseSums[]): void {
    for (const sum of taken) this.#addUp(sum, Number.POSITIVE_INFINITY)
  }

  #addUp(more: ModelUseSums, most = MOST_SUMS): boolean {
    const { day, payer, agentId, provider, model } = more
    const key = JSON.stringify([day, payer, agentId, provider, model])
    const known = this.#sums.get(key)
    if (!known && this.#sums.size >= most) return false
    this.#sums.set(key, known ? added(known, more) : more)
    return true
  }
}

function added(one: ModelUseSums, other: ModelUseSums): ModelUseSums {
  return {
    ...one,
    replies: one.replies + other.replies,
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    words: one.words + other.words,
    micros: one.micros + other.micros,
    priced: one.priced + other.priced,
  }
}
