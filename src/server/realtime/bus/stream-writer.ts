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

/** How long closing waits for the last write, in milliseconds. */
const CLOSING_MS = 500

/** A stream is kept while its reply runs, so that one without an end event expires, and for a while after the end. */
const RUNNING_SECONDS = 3_600
const OVER_SECONDS = 60

interface Sending {
  key: string
  parts: () => readonly ReplyPart[]
  /** What Redis has. */
  sent: Sent
  /** The trace that the reply is in, in the form of `traceparent`; it stands in the first entry. */
  trace: string | undefined
  over: boolean
}

/** Writes the growth of replies to Redis. What it did not accept is sent again, from its position on. */
export class StreamWriter {
  readonly #redis: Redis
  readonly #sending = new Set<Sending>()
  readonly #changed = new Set<Sending>()
  readonly #onReady = () => this.#sendAllAgain()
  #timer: NodeJS.Timeout | undefined
  #busy = false
  #last = 0

  constructor(redis: Redis) {
    this.#redis = redis
    redis.on('ready', this.#onReady)
  }

  send(key: string, parts: () => readonly ReplyPart[]): SentReply {
    const span = currentSpan()
    const trace = span && formatTraceparent(span)
    const one: Sending = { key, parts, sent: NOTHING, trace, over: false }
    this.#sending.add(one)
    const changed = () => {
      this.#changed.add(one)
      this.#schedule()
    }
    return {
      changed,
      over() {
        one.over = true
        changed()
      },
    }
  }

  async close(): Promise<void> {
    this.#redis.off('ready', this.#onReady)
    clearTimeout(this.#timer)
    const left = [...this.#changed]
    this.#changed.clear()
    if (left.length > 0)
      await Promise.race([
        this.#writeAll(left).catch(() => false),
        wait(CLOSING_MS, undefined, { ref: false }),
      ])
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
    const taken = await this.#writeAll(now).catch(() => false)
    this.#busy = false
    this.#last = performance.now()
    for (const one of now) {
      // The database has the rest of a reply that is over.
      if (one.over) this.#sending.delete(one)
      else if (!taken) this.#changed.add(one)
    }
    this.#schedule(taken ? EVERY_MS : PAUSE_MS)
  }

  /** @returns whether Redis accepted the write */
  async #writeAll(now: readonly Sending[]): Promise<boolean> {
    const pipeline = this.#redis.pipeline()
    const written = now.map(({ key, parts, sent, trace, over }) => {
      let to = sent
      if (trace !== undefined && sent === NOTHING) pipeline.xadd(key, '*', 'trace', trace)
      for (const event of eventsOf(parts(), sent)) {
        pipeline.xadd(key, '*', ...entryOf(event))
        to = sentWith(to, event)
      }
      if (over) pipeline.xadd(key, '*', 'over', '1')
      if (over || sent.at === 0) pipeline.expire(key, over ? OVER_SECONDS : RUNNING_SECONDS)
      return to
    })
    const results = await pipeline.exec()
    if (!results || results.some(([error]) => error)) return false
    for (const [index, one] of now.entries()) one.sent = written[index] ?? one.sent
    return true
  }

  /** Used when Redis may have lost its data. */
  #sendAllAgain() {
    for (const one of this.#sending) {
      one.sent = NOTHING
      this.#changed.add(one)
    }
    this.#schedule()
  }
}

/** The fields of the entry that brings an event; `readEntry` of `reply-streams.ts` reads them. */
function entryOf(event: PartEvent): string[] {
  if (isGrowth(event)) return ['type', event.type, 'at', String(event.at), 'text', event.text]
  return ['part', JSON.stringify(event)]
}
