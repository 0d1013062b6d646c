import { setTimeout as wait } from 'node:timers/promises'
import type { FailureReason } from '../../../shared/analytics.ts'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { Logger } from '../../base/log.ts'
import { type AskedReply, passRecorded, Recording } from './recording.ts'
import { StoredSoon } from './store-soon.ts'
import { type Fact, type HourSums, Sums } from './sums.ts'

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
  readonly #stored: StoredSoon<Fact, HourSums>
  readonly #running = new Set<Recording>()
  #closed = false

  constructor(options: RecorderOptions) {
    const { store, log, everyMs, mostKeys = MOST_KEYS } = options
    this.#options = options
    this.#stored = new StoredSoon({
      ...{ sums: new Sums(mostKeys), store, log, everyMs },
      what: 'figures of agents',
    })
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
    await this.#stored.flush()
  }

  /** Counts running replies as interrupted, and stores all sums unless the database takes too long. */
  async close(): Promise<void> {
    for (const recording of [...this.#running]) recording.end('interrupted')
    this.#closed = true
    const stored = await Promise.race([this.#stored.flush(), wait(CLOSING_MS, false, { ref: false })])
    if (!stored) this.#options.log.error('figures of agents are lost: the database did not take them')
    this.#stored.stop()
  }

  #add(fact: Fact): void {
    if (!this.#closed) this.#stored.add(fact)
  }
}
