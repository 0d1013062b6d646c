import { setTimeout as wait } from 'node:timers/promises'
import type { FailureReason } from '../../../shared/analytics.ts'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { type AskedReply, passRecorded, Recording } from './recording.ts'
import { type Fact, type HourSums, Sums } from './sums.ts'

/** How long sums stay only in memory, in milliseconds: a server that is killed loses no more than that. */
const EVERY_MS = 1_000

const RETRY_MS = 5_000

const AT_ONCE = 500

/** Of the sums in memory, about ten megabytes; they only grow so large if the database is unavailable for long. */
const MOST_KEYS = 200_000

/** How long `close` waits for the database, in milliseconds. */
const CLOSING_MS = 4_000

/**
 * Passes a reply's events on and records them for its agent's owner; to be called at the request, once per agent asked.
 * @param reply reports why through `because` before a failure; if it throws synchronously, nothing is recorded
 */
export type RecordReply = (
  asked: AskedReply,
  reply: (because: (why: FailureReason) => void) => AsyncIterable<ReplyEvent>,
) => AsyncIterable<ReplyEvent>

interface RecorderOptions {
  /** Adds sums to the stored ones: all of them or, if it throws, none. */
  store: (sums: readonly HourSums[]) => Promise<void>
  clock: () => Date
  log: Logger
  /** For tests: milliseconds between two flushes, and the maximum number of keys. */
  everyMs?: number | undefined
  mostKeys?: number | undefined
}

/** Sums up in memory and stores soon after. It never delays a reply, and is idle while nothing happens. */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #everyMs: number
  readonly #sums: Sums
  readonly #running = new Set<Recording>()
  readonly #say = logThrottled()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<boolean> | undefined
  #dropped = 0
  #closed = false

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#everyMs = options.everyMs ?? EVERY_MS
    this.#sums = new Sums(options.mostKeys ?? MOST_KEYS)
  }

  /** See `RecordReply`. */
  record(...[asked, reply]: Parameters<RecordReply>): AsyncIterable<ReplyEvent> {
    const recording = new Recording(asked, this.#options.clock().getTime(), (fact) => {
      if (this.#running.delete(recording)) this.#add(fact)
    })
    const events = reply((why) => recording.because(why))
    this.#running.add(recording)
    this.#add(recording.beginning())
    return passRecorded(events, recording)
  }

  /** Stores the sums immediately, as far as the database accepts them. Never rejects. */
  async flush(): Promise<void> {
    await this.#flush()
  }

  /** Counts running replies as interrupted, and stores all sums unless the database takes too long. */
  async close(): Promise<void> {
    for (const recording of [...this.#running]) recording.end('interrupted')
    this.#closed = true
    const stored = await Promise.race([this.#flush(), wait(CLOSING_MS, false, { ref: false })])
    if (!stored) this.#options.log.error('figures of agents are lost: the database did not take them')
    clearTimeout(this.#timer)
  }

  #add(fact: Fact): void {
    if (this.#closed) return
    if (!this.#sums.add(fact)) this.#dropped++
    if (this.#flushing === undefined) this.#flushAfter(this.#everyMs)
  }

  #flushAfter(milliseconds: number): void {
    this.#timer ??= setTimeout(() => this.#flush(), milliseconds).unref()
  }

  async #flush(): Promise<boolean> {
    // A running flush does not include what was added after it started.
    while (this.#flushing) await this.#flushing
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#flushing = this.#storeAll()
    const stored = await this.#flushing
    this.#flushing = undefined
    if (!this.#sums.isEmpty) this.#flushAfter(stored ? this.#everyMs : RETRY_MS)
    return stored
  }

  async #storeAll(): Promise<boolean> {
    const { log, store } = this.#options
    const dropped = this.#dropped
    if (dropped > 0)
      this.#say(log, 'error', { dropped }, 'figures of agents were dropped: there was no room for them')
    this.#dropped = 0
    while (!this.#sums.isEmpty) {
      const taken = this.#sums.take(AT_ONCE)
      try {
        await store(taken)
      } catch (error) {
        this.#sums.putBack(taken)
        this.#say(log, 'warn', { err: error }, 'figures of agents can not be stored yet')
        return false
      }
    }
    return true
  }
}
