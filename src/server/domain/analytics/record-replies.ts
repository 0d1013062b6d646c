import { setTimeout as wait } from 'node:timers/promises'
import type { FailureReason } from '../../../shared/analytics.ts'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { isWhole } from '../../../shared/chat/parts.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { bucketOf } from './first-words-histogram.ts'
import { type Fact, type HourSums, Sums } from './sums.ts'
import { wordCounter } from './word-counter.ts'

/** How long sums stay only in memory, in milliseconds: a server that is killed loses no more than that. */
const EVERY_MS = 1_000

/** Milliseconds until sums that the database refused are stored again. */
const RETRY_MS = 5_000

/** The number of agent hours that one transaction stores. */
const AT_ONCE = 500

/**
 * The maximum number of keys of the sums in memory, which is about ten megabytes. They only grow so large if the
 * database is unavailable for long.
 */
const MOST_KEYS = 200_000

/** How long `close` waits for the database, in milliseconds. */
const CLOSING_MS = 4_000

/** A question to an agent. */
export interface AskedReply {
  agentId: string
  /** The wallet that asks; null for a visitor. */
  wallet: string | null
  /** Whether it begins a conversation. */
  begins: boolean
}

/**
 * Passes a reply's events on unchanged and records them for the owner of its agent. It must be called when the reply is
 * requested, once for each time that an agent is asked.
 * @param reply returns the reply's events; it reports the reason of a failure through `because` before the failure
 *   itself. If it throws synchronously, nothing is recorded
 */
export type RecordReply = (
  asked: AskedReply,
  reply: (because: (why: FailureReason) => void) => AsyncIterable<ReplyEvent>,
) => AsyncIterable<ReplyEvent>

type Outcome = 'finished' | 'stopped' | 'interrupted' | 'failed'

export interface RecorderOptions {
  /** Adds sums to the stored ones: all of them or, if it throws, none. */
  store: (sums: readonly HourSums[]) => Promise<void>
  clock: () => Date
  log: Logger
  /** For tests: milliseconds between two flushes, and the maximum number of keys. */
  everyMs?: number | undefined
  mostKeys?: number | undefined
}

/**
 * Sums up analytics in memory and stores them soon after. It never delays a reply, and is idle while nothing happens.
 */
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
    return pass(events, recording)
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

  /** @returns whether all sums are stored */
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

/** What is recorded of one reply, from its request to its end. */
class Recording {
  readonly #asked: AskedReply
  readonly #at: number
  readonly #ended: (fact: Fact) => void
  readonly #began = performance.now()
  readonly #countWords = wordCounter()
  #words = 0
  #firstWords: number | undefined
  #failed: FailureReason | undefined

  /**
   * @param at when it was requested, in milliseconds since 1970
   * @param ended takes what is counted at the end; only the first end counts
   */
  constructor(asked: AskedReply, at: number, ended: (fact: Fact) => void) {
    this.#asked = { ...asked, agentId: asked.agentId.toLowerCase() }
    this.#at = at
    this.#ended = ended
  }

  beginning(): Fact {
    const { agentId, wallet, begins } = this.#asked
    return {
      ...{ agentId, at: this.#at, messages: 1 },
      ...(begins && { conversations: 1 }),
      ...(wallet === null ? { visitorMessages: 1 } : { person: wallet }),
    }
  }

  because(why: FailureReason): void {
    this.#failed ??= why
  }

  take(event: ReplyEvent): void {
    if (isWhole(event)) return
    switch (event.type) {
      case 'words':
        // The text that replaces an empty reply is not counted as the agent's words.
        if (this.#firstWords === undefined && event.text === EMPTY_REPLY) return
        this.#firstWords ??= bucketOf(performance.now() - this.#began)
        this.#words += this.#countWords(event.text)
        return
      case 'finished':
      case 'stopped':
      case 'interrupted':
      case 'failed':
        this.end(event.type)
        return
      case 'started':
      case 'reasoning':
      case 'truncated':
        return
      default:
        event satisfies never
    }
  }

  end(outcome: Outcome): void {
    const { agentId, wallet } = this.#asked
    const [words, firstWords] = [this.#words, this.#firstWords]
    this.#ended({
      ...{ agentId, at: this.#at, words },
      ...(outcome === 'failed' ? { failed: this.#failed ?? 'other' } : { [outcome]: 1 }),
      ...(firstWords !== undefined && { firstWords }),
      ...(outcome === 'finished' && wallet !== null && words > 0 && { talkedWith: wallet }),
    })
  }
}

/**
 * Not a generator, because that takes three microtasks per event instead of one, and is not notified if a reply is
 * abandoned before its first event.
 */
function pass(events: AsyncIterable<ReplyEvent>, recorded: Recording): AsyncIterableIterator<ReplyEvent> {
  const reply = events[Symbol.asyncIterator]()
  return {
    async next() {
      try {
        const result = await reply.next()
        // If the source ends without an end event, it has abandoned the reply.
        if (result.done) recorded.end('stopped')
        else recorded.take(result.value)
        return result
      } catch (error) {
        // The receiver of the error reports the reply as interrupted, too.
        recorded.end('interrupted')
        throw error
      }
    },

    /** A consumer that leaves before the end event stops the reply. */
    async return() {
      await reply.return?.()
      recorded.end('stopped')
      return { done: true, value: undefined }
    },

    [Symbol.asyncIterator]() {
      return this
    },
  }
}
