import { setTimeout as wait } from 'node:timers/promises'
import { EMPTY_REPLY, type ReplyEvent } from '../../../shared/chat/chat.ts'
import type { FailureReason } from '../../../shared/figures.ts'
import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'
import { bucketOf } from './first-words-histogram.ts'
import { createSums, type Fact, type HourSums } from './sums.ts'
import { wordCounter } from './word-counter.ts'

/** How long sums stay in memory alone, in milliseconds: a server that is killed loses no more. */
const EVERY_MS = 1_000

/** Milliseconds until sums are stored anew that the database refused. */
const RETRY_MS = 5_000

/** Hours of agents that one transaction stores. */
const AT_ONCE = 500

/** Keys that sums in memory can have, which is some ten megabytes; only a database that is away for long lets them grow. */
const MOST_KEYS = 200_000

/** How long `close` waits for the database, in milliseconds. */
const CLOSING_MS = 4_000

/** What is asked of an agent. */
export interface AskedReply {
  agentId: string
  /** Who asks; null for a visitor. */
  wallet: string | null
  /** Whether a conversation begins with it. */
  begins: boolean
}

/**
 * Passes a reply's events on as they are and records what happens, for the owner of its agent; to be called at the
 * moment that it is asked for, and once for each time that an agent is asked.
 * @param reply its events, from a reply that says through `because` why it fails, before it does; where it throws at
 * once, nothing was asked
 */
export type RecordReply = (
  asked: AskedReply,
  reply: (because: (why: FailureReason) => void) => AsyncIterable<ReplyEvent>,
) => AsyncIterable<ReplyEvent>

/**
 * Adds up what happens with agents, in memory, and stores it soon after. It never holds a reply up, and while nothing
 * happens it does nothing.
 */
export interface Recorder {
  record: RecordReply
  /** Stores what there is at once, as far as the database takes it. Never rejects. */
  flush(): Promise<void>
  /** Counts what is still running as interrupted, and stores all there is, unless the database takes too long. */
  close(): Promise<void>
}

type Outcome = 'finished' | 'stopped' | 'interrupted' | 'failed'

export function createRecorder(options: {
  /** Adds sums to those that are stored: all of them, or, when it throws, none. */
  store: (sums: readonly HourSums[]) => Promise<void>
  clock: () => Date
  log: Logger
  /** For tests: milliseconds between two rounds, and how many keys there is room for. */
  everyMs?: number | undefined
  mostKeys?: number | undefined
}): Recorder {
  const { store, clock, log, everyMs = EVERY_MS } = options
  const sums = createSums(options.mostKeys ?? MOST_KEYS)
  /** Ends of replies that are still running. */
  const running = new Set<(outcome: Outcome) => void>()
  const say = logSeldom()
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

  /** @returns whether all of it is stored */
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
    // What came while another was under way is not in it.
    while (flushing) await flushing
    clearTimeout(timer)
    timer = undefined
    flushing = storeAll()
    const stored = await flushing
    flushing = undefined
    if (!sums.empty()) flushAfter(stored ? everyMs : RETRY_MS)
    return stored
  }

  /** What is to be recorded of a reply, once it has begun. */
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
        switch (event.type) {
          case 'words':
            // What is said in place of a model that said nothing is none of the agent's words.
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
 * Not a generator, which takes three turns of the queue of promises for each event instead of one, and which hears nothing of
 * a reply that is let go before its first event.
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
        // One that says no end was let go of by whoever makes it.
        if (result.done) recorded.end('stopped')
        else recorded.take(result.value)
        return result
      } catch (error) {
        // Whoever receives it tells it as that.
        recorded.end('interrupted')
        throw error
      }
    },

    /** Whoever lets go of it before it said an end stops it. */
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
