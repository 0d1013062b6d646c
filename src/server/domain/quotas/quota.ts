/** A limit on how much of one thing each wallet may keep. */
export interface Quota {
  /**
   * Runs work that stores an amount for a wallet, if there is room for it. Concurrent calls can't both take the last of
   * it, because running work counts.
   * @param options.kept whether the amount was stored; what an earlier attempt has stored already takes no room
   * @param options.before returns what an earlier attempt stored, for a retry when the wallet has become full
   * @throws {Failure} `quota_reached`
   */
  hold<Result>(
    wallet: string,
    amount: number,
    work: () => Promise<Result>,
    options?: {
      kept?: ((result: Result) => boolean) | undefined
      before?: (() => Promise<Result | null>) | undefined
    },
  ): Promise<Result>
  /** Begins to measure a wallet without a fresh measurement, for a `hold` that is about to come. */
  measureAhead(wallet: string): void
  /** Counts an amount that was stored without a check. */
  add(wallet: string, amount: number): void
  /** How much more a wallet can keep, measured now; negative if it exceeds the cap. */
  room(wallet: string): Promise<number>
  /** Discards the cached measurement of a wallet, when it may have changed by more than what was counted here. */
  forget(wallet: string): void
}

/** The maximum number of wallets with a cached measurement. */
const MOST_WALLETS = 10_000

/** The share of the cap from which a measurement is refreshed more often. */
const NEAR = 0.9

/** How often a wallet that may be full is measured again while more is being stored. */
const TRIES = 5

interface Measurement {
  asked: Promise<Known>
  /** What was stored since it began. */
  added: number
}

interface Known {
  stored: number
  /** How much of it may be counted twice. */
  doubtful: number
  measuredAt: number
}

/**
 * Creates a quota. What a wallet keeps is measured in the database, and later changes are added in memory. It is
 * measured again after `freshMs`, and near the cap after `recheckMs`. Servers do not know of each other's changes, so a
 * wallet that uses several at once can exceed its cap by what they store between two measurements.
 * @param options.measure measures what a wallet keeps in the database
 * @param options.refuse creates the error
 */
export function createQuota(options: {
  cap: number
  measure: (wallet: string) => Promise<number>
  refuse: () => Error
  freshMs: number
  recheckMs: number
  now?: () => number
}): Quota {
  const { cap, measure, refuse, freshMs, recheckMs, now = () => performance.now() } = options
  /** In order of measurement, oldest first. */
  const known = new Map<string, Known>()
  const measuring = new Map<string, Measurement>()
  /** The amounts of running work. */
  const pending = new Map<string, number>()
  const works = new Map<string, Set<Promise<unknown>>>()
  const underWay = (wallet: string) => pending.get(wallet) ?? 0

  function measured(wallet: string): Promise<Known> {
    const running = measuring.get(wallet)
    if (running) return running.asked
    const measuredAt = now()
    const measurement: Measurement = {
      added: 0,
      asked: measure(wallet)
        .then((stored) => {
          // What was stored during the measurement may be included or not. It is rather counted twice than not at all.
          const { added } = measurement
          const entry = { stored: stored + added, doubtful: added, measuredAt }
          known.delete(wallet)
          known.set(wallet, entry)
          for (const oldest of known.keys()) {
            if (known.size <= MOST_WALLETS) break
            known.delete(oldest)
          }
          return entry
        })
        .finally(() => measuring.delete(wallet)),
    }
    measuring.set(wallet, measurement)
    return measurement.asked
  }

  function reserve(wallet: string, amount: number) {
    const all = underWay(wallet) + amount
    if (all > 0) pending.set(wallet, all)
    else pending.delete(wallet)
  }

  function freshOf(wallet: string): Known | undefined {
    const entry = known.get(wallet)
    return entry && now() - entry.measuredAt < freshMs ? entry : undefined
  }

  /** @returns whether there was room; then it is reserved */
  async function take(wallet: string, amount: number): Promise<boolean> {
    const asked = now()
    const fresh = freshOf(wallet)
    let entry = fresh ?? (await measured(wallet))
    const near = entry.stored + underWay(wallet) + amount >= NEAR * cap
    if (near && fresh && asked - entry.measuredAt >= recheckMs) entry = await measured(wallet)
    for (let tries = 0; ; tries++) {
      // From here to the reservation the code is synchronous.
      const { stored, doubtful } = known.get(wallet) ?? entry
      const over = stored + underWay(wallet) + amount - cap
      if (over <= 0) {
        reserve(wallet, amount)
        return true
      }
      // Running work may be included in the measurement already. Nobody is refused because of an amount that is only
      // counted twice.
      if (over > doubtful + underWay(wallet) || tries === TRIES) return false
      await Promise.allSettled(works.get(wallet) ?? [])
      entry = await measured(wallet)
    }
  }

  function add(wallet: string, amount: number) {
    const entry = known.get(wallet)
    if (entry) entry.stored += amount
    const running = measuring.get(wallet)
    if (running) running.added += amount
  }

  async function keep<Result>(
    wallet: string,
    amount: number,
    work: () => Promise<Result>,
    kept: (result: Result) => boolean,
  ): Promise<Result> {
    try {
      const result = await work()
      if (kept(result)) add(wallet, amount)
      return result
    } finally {
      reserve(wallet, -amount)
    }
  }

  return {
    measureAhead(wallet) {
      if (!freshOf(wallet)) measured(wallet).catch(() => {})
    },

    add,

    async room(wallet) {
      const { stored } = await measured(wallet)
      return cap - stored - underWay(wallet)
    },

    forget(wallet) {
      known.delete(wallet)
    },

    async hold(wallet, amount, work, { kept = () => true, before } = {}) {
      if (!(await take(wallet, amount))) {
        const earlier = await before?.()
        if (earlier) return earlier
        throw refuse()
      }
      const working = keep(wallet, amount, work, kept)
      const all = works.get(wallet) ?? new Set()
      works.set(wallet, all.add(working))
      try {
        return await working
      } finally {
        all.delete(working)
        if (all.size === 0) works.delete(wallet)
      }
    },
  }
}

/** A quota without a cap, for example for tests. */
export const unlimited: Quota = {
  hold: (_, __, work) => work(),
  measureAhead() {},
  add() {},
  room: async () => Number.POSITIVE_INFINITY,
  forget() {},
}
