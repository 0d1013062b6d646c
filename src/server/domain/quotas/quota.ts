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

interface Measurement {
  asked: Promise<Known>
  /** What was stored since it began. */
  added: number
}

interface Known {
  stored: number
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
          const entry = { stored: stored + measurement.added, measuredAt }
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
    // From here on nothing else runs before it is taken.
    const current = known.get(wallet) ?? entry
    if (current.stored + underWay(wallet) + amount > cap) return false
    reserve(wallet, amount)
    return true
  }

  function add(wallet: string, amount: number) {
    const entry = known.get(wallet)
    if (entry) entry.stored += amount
    const running = measuring.get(wallet)
    if (running) running.added += amount
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
      try {
        const result = await work()
        if (kept(result)) add(wallet, amount)
        return result
      } finally {
        reserve(wallet, -amount)
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
