import { setTimeout as wait } from 'node:timers/promises'
import type { FailureReason } from '../../../shared/analytics.ts'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import { isWhole } from '../../../shared/chat/parts.ts'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import { bucketOf } from './first-words-histogram.ts'
import { createSums, type Fact, type HourSums } from './sums.ts'
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

/**
 * Sums up analytics in memory and stores them soon after. It never delays a reply, and is idle while nothing happens.
 */
export interface Recorder {
  record: RecordReply
  /** Stores the sums immediately, as far as the database accepts them. Never rejects. */
  flush(): Promise<void>
  /** Counts running replies as interrupted, and stores all sums unless the database takes too long. */
  close(): Promise<void>
}

type Outcome = 'finished' | 'stopped' | 'interrupted' | 'failed'

export function createRecorder(options: {
  /** Adds sums to the stored ones: all of them or, if it throws, none. */
  store: (sums: readonly HourSums[]) => Promise<void>
  clock: () => Date
  log: Logger
  /** For tests: milliseconds between two flushes, and the maximum number of keys. */
  everyMs?: number | undefined
  mostKeys?: number | undefined
}): Recorder {
  const { store, clock, log, everyMs = EVERY_MS } = options
  const sums = createSums(options.mostKeys ?? MOST_KEYS)
  /** The functions that end the recordings of running replies. */
  const running = new Set<(outcome: Outcome) => void>()
  const say = logThrottled()
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<boolean> | undefined
  let dropped = 0
  let closed = false

  function add(fact: Fact) {
    if (closed) return
    if (!sums.add(fact)) dropped++
    if (flushing === undefined) flushAfter(everyMs)
  }

  function flushAfter(milliseconds: number) {
    timer ??= setTimeout(flush, milliseconds).unref()
  }

  /** @returns whether all sums are stored */
  async function storeAll(): Promise<boolean> {
    if (dropped > 0)
      say(log, 'error', { dropped }, 'figures of agents were dropped: there was no room for them')
    dropped = 0
    while (!sums.empty()) {
      const taken = sums.take(AT_ONCE)
      try {
        await store(taken)
      } catch (error) {
        sums.putBack(taken)
        say(log, 'warn', { err: error }, 'figures of agents can not be stored yet')
        return false
      }
    }
    return true
  }

  async function flush(): Promise<boolean> {
    // A running flush does not include what was added after it started.
    while (flushing) await flushing
    clearTimeout(timer)
    timer = undefined
    flushing = storeAll()
    const stored = await flushing
    flushing = undefined
    if (!sums.empty()) flushAfter(stored ? everyMs : RETRY_MS)
    return stored
  }

  /** Prepares the recording of a reply, to be started with `begin`. */
  function prepare({ agentId: id, wallet, begins }: AskedReply) {
    const agentId = id.toLowerCase()
    const at = clock().getTime()
    const began = performance.now()
    const countWords = wordCounter()
    let words = 0
    let firstWords: number | undefined
    let failed: FailureReason | undefined
    function end(outcome: Outcome) {
      if (!running.delete(end)) return
      add({
        agentId,
        at,
        words,
        ...(outcome === 'failed' ? { failed: failed ?? 'other' } : { [outcome]: 1 }),
        ...(firstWords !== undefined && { firstWords }),
        ...(outcome === 'finished' && wallet !== null && words > 0 && { talkedWith: wallet }),
      })
    }
    return {
      begin() {
        running.add(end)
        add({
          agentId,
          at,
          messages: 1,
          ...(begins && { conversations: 1 }),
          ...(wallet === null ? { visitorMessages: 1 } : { person: wallet }),
        })
      },
      because(why: FailureReason) {
        failed ??= why
      },
      take(event: ReplyEvent) {
        if (isWhole(event)) return
        switch (event.type) {
          case 'words':
            // The text that replaces an empty reply is not counted as the agent's words.
            if (firstWords === undefined && event.text === EMPTY_REPLY) return
            firstWords ??= bucketOf(performance.now() - began)
            words += countWords(event.text)
            return
          case 'finished':
          case 'stopped':
          case 'interrupted':
          case 'failed':
            return end(event.type)
          case 'started':
          case 'reasoning':
          case 'truncated':
            return
          default:
            event satisfies never
        }
      },
      end,
    }
  }

  return {
    record(asked, reply) {
      const recorded = prepare(asked)
      const events = reply(recorded.because)
      recorded.begin()
      return pass(events, recorded)
    },

    async flush() {
      await flush()
    },

    async close() {
      for (const end of [...running]) end('interrupted')
      closed = true
      const stored = await Promise.race([flush(), wait(CLOSING_MS, false, { ref: false })])
      if (!stored) log.error('figures of agents are lost: the database did not take them')
      clearTimeout(timer)
    },
  }
}

/**
 * Not a generator, because that takes three microtasks per event instead of one, and is not notified if a reply is
 * abandoned before its first event.
 */
function pass(
  events: AsyncIterable<ReplyEvent>,
  recorded: { take(event: ReplyEvent): void; end(outcome: Outcome): void },
): AsyncIterableIterator<ReplyEvent> {
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
