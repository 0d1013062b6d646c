import { randomUUID } from 'node:crypto'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { HoldUnits, UsedUnits } from '../../db/spending/held-units.ts'

/** How long units stay only in memory, in milliseconds: a server that is killed loses no more than that. */
const EVERY_MS = 1_000

/** Milliseconds until units that the database refused are stored again. */
const RETRY_MS = 5_000

/** After this time, in milliseconds, what a server holds counts no more unless it was renewed: the server has died. */
export const LAPSE_MS = 60_000

const RENEW_MS = 15_000

/** No reply runs for longer, in milliseconds; what is held for one that nobody ever read is not renewed after that. */
const LONGEST_REPLY_MS = 30 * 60_000

const DAY_LENGTH = '2026-01-31'.length

export const dayOf = (time: Date): string => time.toISOString().slice(0, DAY_LENGTH)

interface UnitLedgerOptions {
  store: (used: readonly UsedUnits[]) => Promise<void>
  hold: HoldUnits
  clock: () => Date
  log: Logger
  /** Says what can't be stored while the database refuses it. */
  unstored: string
}

type Change = (more: { units: number; held: number }) => void

/**
 * Counts what replies use under accounts: words of API keys, and words and money under the caps of models. It is added up
 * in memory and stored soon after, so no reply waits for it. A reply under a cap begins only once what it may use is held
 * in the database, where the servers share it.
 */
export class UnitLedger {
  readonly #options: UnitLedgerOptions
  readonly #server = randomUUID()
  readonly #say = logThrottled()
  #sums = new Map<string, UsedUnits>()
  /** Those that are being stored, which a look-up must not miss. */
  #storing = new Map<string, UsedUnits>()
  readonly #holds = new Set<{ account: string; day: string; since: number }>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  readonly #renewing: NodeJS.Timeout

  constructor(options: UnitLedgerOptions) {
    this.#options = options
    this.#renewing = setInterval(() => this.#renew(), RENEW_MS).unref()
  }

  /**
   * Holds what a reply may use; null if the account's day has nothing left that no other reply holds.
   * @param most for an account with a cap: that cap, and the most that the reply may use
   * @param whenOver is called when the reply has given back, once or several times
   */
  async hold(
    account: string,
    most: { cap: number; units: number } | null,
    whenOver: () => void = () => {},
  ): Promise<HeldUnits | null> {
    const now = this.#options.clock()
    const day = dayOf(now)
    if (most === null) return this.#heldFor(account, day, 0, whenOver)
    const { cap, units } = most
    // What was given back here is free, even if the database does not know it yet. While both are being stored, units
    // count and what is given back does not, since nobody knows whether they are stored already.
    const givenBack = this.#sums.get(placeOf(account, day))?.held ?? 0
    const isHeld = await this.#options.hold({
      ...{ account, day, server: this.#server, units },
      room: cap - this.unstored(account, day) - givenBack,
      now: now.getTime(),
      until: now.getTime() + LAPSE_MS,
    })
    return isHeld ? this.#heldFor(account, day, units, whenOver) : null
  }

  unstored(account: string, day: string): number {
    const place = placeOf(account, day)
    return (this.#sums.get(place)?.units ?? 0) + (this.#storing.get(place)?.units ?? 0)
  }

  /** Stores everything immediately, as far as the database accepts it. Never rejects. */
  async flush(): Promise<void> {
    // A running flush does not include what was added after it started.
    while (this.#flushing) await this.#flushing
    clearTimeout(this.#timer)
    this.#timer = undefined
    let stored = true
    this.#flushing = this.#storeSums().then((done) => {
      stored = done
    })
    await this.#flushing
    this.#flushing = undefined
    if (this.#sums.size > 0) this.#flushAfter(stored ? EVERY_MS : RETRY_MS)
  }

  async close(): Promise<void> {
    clearInterval(this.#renewing)
    await this.flush()
    clearTimeout(this.#timer)
  }

  /** @param most what is held for it; 0 for an account without a cap */
  #heldFor(account: string, day: string, most: number, whenOver: () => void): HeldUnits {
    const hold = { account, day, since: this.#options.clock().getTime() }
    if (most > 0) this.#holds.add(hold)
    return new HeldUnits(
      most,
      (more) => this.#change(account, day, more),
      () => {
        this.#holds.delete(hold)
        whenOver()
      },
    )
  }

  #renew() {
    const oldest = this.#options.clock().getTime() - LONGEST_REPLY_MS
    for (const { account, day, since } of this.#holds)
      if (since > oldest) this.#change(account, day, { units: 0, held: 0 })
  }

  #change(account: string, day: string, { units, held }: { units: number; held: number }) {
    const place = placeOf(account, day)
    const sum = this.#sums.get(place) ?? {
      ...{ account, day, server: this.#server },
      ...{ until: 0, units: 0, held: 0 },
    }
    const until = this.#options.clock().getTime() + LAPSE_MS
    this.#sums.set(place, { ...sum, until, units: sum.units + units, held: sum.held + held })
    if (!this.#flushing) this.#flushAfter(EVERY_MS)
  }

  #flushAfter(milliseconds: number) {
    this.#timer ??= setTimeout(() => this.flush(), milliseconds).unref()
  }

  async #storeSums(): Promise<boolean> {
    this.#storing = this.#sums
    this.#sums = new Map()
    try {
      if (this.#storing.size > 0) await this.#options.store([...this.#storing.values()])
      return true
    } catch (error) {
      const refused = this.#storing
      this.#storing = new Map()
      for (const { account, day, ...sum } of refused.values()) this.#change(account, day, sum)
      this.#say(this.#options.log, 'warn', { err: error }, this.#options.unstored)
      return false
    } finally {
      this.#storing = new Map()
    }
  }
}

const placeOf = (account: string, day: string) => `${day} ${account}`

/** What is held for one reply. It counts for the day on which the reply was asked for. */
export class HeldUnits {
  #left: number
  readonly #change: Change
  readonly #whenOver: () => void

  constructor(most: number, change: Change, whenOver: () => void) {
    this.#left = most
    this.#change = change
    this.#whenOver = whenOver
  }

  /** Counts what was used, also beyond what is held. */
  take(units: number): void {
    if (units === 0) return
    const held = Math.min(units, this.#left)
    this.#left -= held
    this.#change({ units, held: -held })
  }

  /** Gives back what is held beyond this. */
  keep(most: number): void {
    const over = this.#left - most
    if (over <= 0) return
    this.#left = most
    this.#change({ units: 0, held: -over })
  }

  /** Gives back what is held and was not taken; to be called where no reply begins, too. */
  giveBack(): void {
    this.keep(0)
    this.#whenOver()
  }
}
