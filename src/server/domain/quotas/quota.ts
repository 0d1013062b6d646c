/** How much of one thing each wallet may keep. */
export interface Quota {
  /**
   * Does what stores so much more for a wallet, if there is room for it. Two at once can't both take the last of it:
   * what is under way counts.
   * @param options.kept whether it was stored; what an earlier try has stored already takes no room
   * @param options.before what an earlier try stored, for a second one that meets a wallet which is full meanwhile
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
  /** Counts what was stored without asking for room. */
  add(wallet: string, amount: number): void
  /** What was known of a wallet may have changed by more than what was counted here. */
  forget(wallet: string): void
}

/** Wallets of which something is known at the same time. */
const MOST_WALLETS = 10_000

/** Of a wallet that is so near to its cap, what is known is soon old. */
const NEAR = 0.9

/** So often it is measured again for a wallet that may be full or not, while it stores more meanwhile. */
const TRIES = 5

interface Measurement {
  asked: Promise<Known>
  /** What was stored since it began. */
  added: number
}

interface Known {
  stored: number
  /** So much of it may be counted twice. */
  doubtful: number
  measuredAt: number
}

/**
 * What a wallet keeps is measured in the database and counted on in memory. It is measured again after `freshMs`, and
 * near the cap after `recheckMs`: several servers do not hear of each other, so a wallet that uses all of them at once
 * can pass its cap by what they store between two measurements.
 * @param options.measure asks the database
 * @param options.refuse makes the failure
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
  /** The one that was measured last is the last. */
  const known = new Map<string, Known>()
  const measuring = new Map<string, Measurement>()
  /** What is being stored. */
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
          // What was stored meanwhile may be in it or not; rather twice than not at all.
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

  /** @returns whether there was room, which is taken then */
  async function take(wallet: string, amount: number): Promise<boolean> {
    const asked = now()
    let entry = known.get(wallet)
    let isNew = false
    if (!entry || asked - entry.measuredAt >= freshMs) {
      entry = await measured(wallet)
      isNew = true
    }
    const near = entry.stored + underWay(wallet) + amount >= NEAR * cap
    if (near && !isNew && asked - entry.measuredAt >= recheckMs) entry = await measured(wallet)
    for (let tries = 0; ; tries++) {
      // From here on nothing else runs before it is taken.
      const { stored, doubtful } = known.get(wallet) ?? entry
      const over = stored + underWay(wallet) + amount - cap
      if (over <= 0) {
        reserve(wallet, amount)
        return true
      }
      // What is under way may be measured already. Nobody is refused for what was only counted twice.
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
    add,

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

/** For parts that are used without caps, as in tests of other things. */
export const unlimited: Quota = {
  hold: (_, __, work) => work(),
  add() {},
  forget() {},
}
