import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { PartEvent, ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { eventsOf, isGrowth, NOTHING, type Sent, sentWith } from '../../../shared/chat/parts.ts'
import { currentSpan } from '../../base/telemetry/trace.ts'
import { formatTraceparent } from '../../base/telemetry/trace-context.ts'
import type { SentReply } from '../../domain/turns/running/running-reply.ts'

/** Minimum time between two writes, in milliseconds; the growth of all replies is written together. */
const EVERY_MS = 50

/** Delay before the retry of a failed write, in milliseconds. */
const PAUSE_MS = 500

/**
 * What Redis has not accepted for this many milliseconds is not kept by it. On a machine that is short of processors a
 * write takes more than half a second, and storing the words as well would make that worse.
 */
const LAG_MS = 2_000

/** How long closing waits for the last write, in milliseconds. */
const CLOSING_MS = 500

/** A stream is kept while its reply runs, so that one without an end event expires, and for a while after the end. */
const RUNNING_SECONDS = 3_600
const OVER_SECONDS = 60

/** After so many more entries a stream is replaced by the few that say the same. */
const ENTRIES_KEPT = 1_000

interface Sending {
  key: string
  parts: () => readonly ReplyPart[]
  /** What Redis has. */
  sent: Sent
  /** How many entries say that. */
  entries: number
  /** How many of them were written at once, the last time that it was written anew. */
  anew: number
  /** When the oldest change came that Redis has not accepted (`performance.now`); null if it has all. */
  unsentSince: number | null
  /** The trace that the reply is in, in the form of `traceparent`; it stands in the first entry. */
  trace: string | undefined
  over: boolean
}

interface Written {
  one: Sending
  to: Sent
  entries: number
  anew: number
  /** The place of the stream's length among the results of its pipeline. */
  lengthAt: number
  isAccepted: boolean
}

/**
 * Writes the growth of replies to Redis. What it did not accept is sent again, from its position on; a stream of which
 * Redis lost something is written anew.
 */
export class StreamWriter {
  readonly #redis: Redis
  readonly #entriesKept: number
  readonly #sending = new Set<Sending>()
  readonly #changed = new Set<Sending>()
  readonly #onReady = () => this.#sendAllAgain()
  #timer: NodeJS.Timeout | undefined
  #busy = false
  #last = 0

  constructor(redis: Redis, { entriesKept = ENTRIES_KEPT }: { entriesKept?: number | undefined }) {
    this.#redis = redis
    this.#entriesKept = entriesKept
    redis.on('ready', this.#onReady)
  }

  send(key: string, parts: () => readonly ReplyPart[]): SentReply {
    const span = currentSpan()
    const one: Sending = {
      ...{ key, parts, sent: NOTHING, entries: 0, anew: 0, unsentSince: null, over: false },
      trace: span && formatTraceparent(span),
    }
    this.#sending.add(one)
    const changed = () => {
      one.unsentSince ??= performance.now()
      this.#changed.add(one)
      this.#schedule()
    }
    return {
      changed,
      over() {
        one.over = true
        changed()
      },
      keeps: () => this.#redis.status === 'ready' && age(one) < LAG_MS,
    }
  }

  async close(): Promise<void> {
    this.#redis.off('ready', this.#onReady)
    clearTimeout(this.#timer)
    const left = [...this.#changed]
    this.#changed.clear()
    if (left.length > 0)
      await Promise.race([this.#writeAll(left), wait(CLOSING_MS, undefined, { ref: false })])
  }

  #schedule(pause = EVERY_MS) {
    if (this.#busy || this.#changed.size === 0) return
    const due = Math.max(0, this.#last + pause - performance.now())
    this.#timer ??= setTimeout(() => this.#write(), due).unref()
  }

  async #write() {
    this.#timer = undefined
    this.#busy = true
    const now = [...this.#changed]
    this.#changed.clear()
    const begunAt = performance.now()
    const written = await this.#writeAll(now)
    this.#busy = false
    this.#last = performance.now()
    const refused = written.filter((one) => !this.#receive(one, begunAt))
    this.#schedule(refused.length === 0 ? EVERY_MS : PAUSE_MS)
  }

  /** @returns whether Redis has it now */
  #receive({ one, to, entries, anew, isAccepted }: Written, begunAt: number): boolean {
    // The database has the rest of a reply that is over.
    if (one.over && !this.#changed.has(one)) this.#sending.delete(one)
    if (isAccepted) {
      one.sent = to
      one.entries = entries
      one.anew = anew
      one.unsentSince = this.#changed.has(one) ? begunAt : null
    } else if (!one.over) this.#changed.add(one)
    return isAccepted
  }

  async #writeAll(now: readonly Sending[]): Promise<Written[]> {
    const pipeline = this.#redis.pipeline()
    const written = now.map((one): Written => {
      const { key, parts, trace, over } = one
      const isAnew = one.entries === 0 || one.entries > one.anew + this.#entriesKept
      let to = isAnew ? NOTHING : one.sent
      let entries = isAnew ? 0 : one.entries
      if (isAnew && trace !== undefined) {
        pipeline.xadd(key, '*', 'trace', trace)
        entries++
      }
      for (const event of eventsOf(parts(), to)) {
        pipeline.xadd(key, '*', ...entryOf(event))
        to = sentWith(to, event)
        entries++
      }
      if (over) {
        pipeline.xadd(key, '*', 'over', '1')
        entries++
      }
      // What stood there before is said again, or belongs to what was there before a reply went on.
      if (isAnew) pipeline.xtrim(key, 'MAXLEN', entries)
      if (over || isAnew) pipeline.expire(key, over ? OVER_SECONDS : RUNNING_SECONDS)
      pipeline.xlen(key)
      const anew = isAnew ? entries : one.anew
      return { one, to, entries, anew, lengthAt: pipeline.length - 1, isAccepted: false }
    })
    const results = await pipeline.exec().catch(() => null)
    const isRefused = !results || results.some(([error]) => error)
    for (const one of written) {
      one.isAccepted = !isRefused && results[one.lengthAt]?.[1] === one.entries
      if (!one.isAccepted) one.one.entries = 0
    }
    return written
  }

  /** Used when Redis may have lost its data. */
  #sendAllAgain() {
    for (const one of this.#sending) {
      one.entries = 0
      one.unsentSince ??= performance.now()
      this.#changed.add(one)
    }
    this.#schedule()
  }
}

const age = ({ unsentSince }: Sending) => (unsentSince === null ? 0 : performance.now() - unsentSince)

/** The fields of the entry that brings an event; `readEntry` of `reply-streams.ts` reads them. */
function entryOf(event: PartEvent): string[] {
  if (isGrowth(event)) return ['type', event.type, 'at', String(event.at), 'text', event.text]
  return ['part', JSON.stringify(event)]
}
