import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'

/** How long sums stay only in memory, in milliseconds: a server that is killed loses no more than that. */
const EVERY_MS = 1_000

const RETRY_MS = 5_000

const AT_ONCE = 500

/** Sums that are added up in memory. */
export interface SumsInMemory<Fact, Sum> {
  readonly isEmpty: boolean
  /** False if there is no room for the fact. */
  add(fact: Fact): boolean
  /** Removes and returns this many of them. */
  take(count: number): Sum[]
  /** Adds sums that were taken before. */
  putBack(taken: readonly Sum[]): void
}

interface StoredSoonOptions<Fact, Sum> {
  sums: SumsInMemory<Fact, Sum>
  /** Adds sums to the stored ones: all of them or, if it throws, none. */
  store: (sums: readonly Sum[]) => Promise<void>
  log: Logger
  /** What they are, as the log names them. */
  what: string
  everyMs?: number | undefined
}

/** Sums up in memory and stores soon after. It delays nothing, and is idle while nothing happens. */
export class StoredSoon<Fact, Sum> {
  readonly #options: StoredSoonOptions<Fact, Sum>
  readonly #everyMs: number
  readonly #say = logThrottled()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<boolean> | undefined
  #dropped = 0

  constructor(options: StoredSoonOptions<Fact, Sum>) {
    this.#options = options
    this.#everyMs = options.everyMs ?? EVERY_MS
  }

  add(fact: Fact): void {
    if (!this.#options.sums.add(fact)) this.#dropped++
    if (this.#flushing === undefined) this.#flushAfter(this.#everyMs)
  }

  /** Stores the sums immediately, and resolves to whether the database accepted them. Never rejects. */
  async flush(): Promise<boolean> {
    // A running flush does not include what was added after it started.
    while (this.#flushing) await this.#flushing
    this.stop()
    this.#flushing = this.#storeAll()
    const stored = await this.#flushing
    this.#flushing = undefined
    if (!this.#options.sums.isEmpty) this.#flushAfter(stored ? this.#everyMs : RETRY_MS)
    return stored
  }

  /** Ends the wait for the next flush. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #flushAfter(milliseconds: number): void {
    this.#timer ??= setTimeout(() => this.flush(), milliseconds).unref()
  }

  async #storeAll(): Promise<boolean> {
    const { log, store, sums, what } = this.#options
    const dropped = this.#dropped
    if (dropped > 0) this.#say(log, 'error', { dropped }, `${what} were dropped: there was no room for them`)
    this.#dropped = 0
    while (!sums.isEmpty) {
      const taken = sums.take(AT_ONCE)
      try {
        await store(taken)
      } catch (error) {
        sums.putBack(taken)
        this.#say(log, 'warn', { err: error }, `${what} can not be stored yet`)
        return false
      }
    }
    return true
  }
}
