import { RecentMap } from '../../base/recent-map.ts'

const MOST_WALLETS = 10_000

/** The share of the cap from which a measurement is refreshed more often. */
const NEAR = 0.9

/** How often a wallet that may be full is measured again while more is being stored. */
const TRIES = 5

interface Measurement {
  asked: Promise<Known>
  added: number
}

interface Known {
  stored: number
  /** How much of it may be counted twice. */
  doubtful: number
  measuredAt: number
}

interface QuotaOptions {
  cap: number
  measure: (wallet: string) => Promise<number>
  refuse: () => Error
  freshMs: number
  recheckMs: number
  now?: () => number
}

export type Quota = Pick<CappedQuota, keyof CappedQuota>

/**
 * Limits how much of one thing a wallet may keep. It is measured in the database after `freshMs`, near the cap after
 * `recheckMs`; changes in between are added in memory. Servers don't know of each other's changes, so a wallet can
 * exceed its cap by what it stores between two measurements.
 */
export class CappedQuota {
  readonly #options: QuotaOptions
  /** Oldest measurement first. */
  readonly #known = new RecentMap<string, Known>(MOST_WALLETS)
  readonly #measuring = new Map<string, Measurement>()
  readonly #pending = new Map<string, number>()
  readonly #works = new Map<string, Set<Promise<unknown>>>()

  constructor(options: QuotaOptions) {
    this.#options = options
  }

  /** Measures for a `hold` that is about to come. */
  measureAhead(wallet: string): void {
    if (!this.#freshOf(wallet)) this.#measured(wallet).catch(() => {})
  }

  /** Counts what was stored without a check. */
  add(wallet: string, amount: number): void {
    const entry = this.#known.get(wallet)
    if (entry) entry.stored += amount
    const running = this.#measuring.get(wallet)
    if (running) running.added += amount
  }

  /** Tells what is left, measured now; negative above the cap. */
  async room(wallet: string): Promise<number> {
    const { cap } = this.#options
    const { stored } = await this.#measured(wallet)
    return cap - stored - this.#underWay(wallet)
  }

  /** Forgets a wallet that may have changed by more than what was counted here. */
  forget(wallet: string): void {
    this.#known.delete(wallet)
  }

  /**
   * Running work counts, so concurrent calls can't both take the last of the room.
   * @param options.kept whether the amount is stored already: then it takes no room
   * @param options.before returns what an earlier attempt stored, for a retry when the wallet has become full
   * @throws {Failure} `quota_reached`
   */
  async hold<Result>(
    wallet: string,
    amount: number,
    work: () => Promise<Result>,
    {
      kept = () => true,
      before,
    }: {
      kept?: ((result: Result) => boolean) | undefined
      before?: (() => Promise<Result | null>) | undefined
    } = {},
  ): Promise<Result> {
    const { refuse } = this.#options
    if (!(await this.#take(wallet, amount))) {
      const earlier = (await before?.()) ?? null
      if (earlier !== null) return earlier
      throw refuse()
    }
    const working = this.#keep(wallet, amount, work, kept)
    const all = this.#works.get(wallet) ?? new Set()
    this.#works.set(wallet, all.add(working))
    try {
      return await working
    } finally {
      all.delete(working)
      if (all.size === 0) this.#works.delete(wallet)
    }
  }

  #underWay(wallet: string) {
    return this.#pending.get(wallet) ?? 0
  }

  #measured(wallet: string): Promise<Known> {
    const { now = () => performance.now(), measure } = this.#options
    const running = this.#measuring.get(wallet)
    if (running) return running.asked
    const measuredAt = now()
    const measurement: Measurement = {
      added: 0,
      asked: measure(wallet)
        .then((stored) => {
          // The measurement may include what was stored during it: rather counted twice than not at all.
          const { added } = measurement
          const entry = { stored: stored + added, doubtful: added, measuredAt }
          this.#known.set(wallet, entry)
          return entry
        })
        .finally(() => this.#measuring.delete(wallet)),
    }
    this.#measuring.set(wallet, measurement)
    return measurement.asked
  }

  #reserve(wallet: string, amount: number) {
    const all = this.#underWay(wallet) + amount
    if (all > 0) this.#pending.set(wallet, all)
    else this.#pending.delete(wallet)
  }

  #freshOf(wallet: string): Known | undefined {
    const { now = () => performance.now(), freshMs } = this.#options
    const entry = this.#known.get(wallet)
    return entry && now() - entry.measuredAt < freshMs ? entry : undefined
  }

  /** @returns whether there was room; then it is reserved */
  async #take(wallet: string, amount: number): Promise<boolean> {
    const { now = () => performance.now(), cap, recheckMs } = this.#options
    const asked = now()
    const fresh = this.#freshOf(wallet)
    let entry = fresh ?? (await this.#measured(wallet))
    const near = entry.stored + this.#underWay(wallet) + amount >= NEAR * cap
    if (near && fresh && asked - entry.measuredAt >= recheckMs) entry = await this.#measured(wallet)
    for (let tries = 0; ; tries++) {
      // Synchronous from here to the reservation.
      const { stored, doubtful } = this.#known.get(wallet) ?? entry
      const over = stored + this.#underWay(wallet) + amount - cap
      if (over <= 0) {
        this.#reserve(wallet, amount)
        return true
      }
      // The measurement may include running work. Nobody is refused for what is only counted twice.
      if (over > doubtful + this.#underWay(wallet) || tries === TRIES) return false
      await Promise.allSettled(this.#works.get(wallet) ?? [])
      entry = await this.#measured(wallet)
    }
  }

  async #keep<Result>(
    wallet: string,
    amount: number,
    work: () => Promise<Result>,
    kept: (result: Result) => boolean,
  ): Promise<Result> {
    try {
      const result = await work()
      if (kept(result)) this.add(wallet, amount)
      return result
    } finally {
      this.#reserve(wallet, -amount)
    }
  }
}

export const unlimited: Quota = {
  hold: (_, __, work) => work(),
  measureAhead() {},
  add() {},
  room: async () => Number.POSITIVE_INFINITY,
  forget() {},
}
