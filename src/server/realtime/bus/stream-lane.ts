import type { PartEvent, ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { eventsOf, isGrowth, NOTHING, type Sent, sentWith } from '../../../shared/chat/parts.ts'
import type { Bucket, RedisClient } from '../../base/redis/shards.ts'

/** Minimum time between two writes, in milliseconds; the growth of all replies of a bucket is written together. */
const EVERY_MS = 50

/** Delay before the retry of a failed write, in milliseconds. */
const PAUSE_MS = 500

/** A stream is kept while its reply runs, so that one without an end event expires, and for a while after the end. */
const RUNNING_SECONDS = 3_600
const OVER_SECONDS = 60

/** A reply, and how much of it Redis has. */
export interface Sending {
  readonly key: string
  readonly bucket: Bucket
  readonly parts: () => readonly ReplyPart[]
  /** What Redis has. */
  sent: Sent
  /** How many entries say that. */
  entries: number
  /** How many of them were written at once, the last time that it was written anew. */
  anew: number
  /** When the oldest change came that Redis has not accepted (`performance.now`); null if it has all. */
  unsentSince: number | null
  /** The trace that the reply is in, in the form of `traceparent`; it stands in the first entry. */
  readonly trace: string | undefined
  over: boolean
  /** While its slot moves to another node, it may be there already: it is written without others, and asked for there. */
  isAlone: boolean
}

interface Written {
  one: Sending
  to: Sent
  entries: number
  anew: number
  /** The places of its first command and of the stream's length among the results of its pipeline. */
  firstAt: number
  lengthAt: number
  isAccepted: boolean
}

interface StreamLaneOptions {
  redis: RedisClient
  entriesKept: number
  finished: (one: Sending) => void
}

/**
 * Writes the streams of one bucket, which are on one node, one write after the other. Of a node that hangs no other lane
 * hears anything.
 */
export class StreamLane {
  readonly #options: StreamLaneOptions
  readonly #changed = new Set<Sending>()
  #timer: NodeJS.Timeout | undefined
  #busy = false
  #last = 0

  constructor(options: StreamLaneOptions) {
    this.#options = options
  }

  add(one: Sending): void {
    this.#changed.add(one)
    this.#schedule()
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    const left = [...this.#changed]
    this.#changed.clear()
    if (left.length > 0) await this.#writeAll(left)
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
    if (one.over && !this.#changed.has(one)) this.#options.finished(one)
    if (isAccepted) {
      one.sent = to
      one.entries = entries
      one.anew = anew
      one.unsentSince = this.#changed.has(one) ? begunAt : null
    } else if (!one.over) this.#changed.add(one)
    return isAccepted
  }

  async #writeAll(now: readonly Sending[]): Promise<Written[]> {
    const alone = now.filter(({ isAlone }) => isAlone).map((one) => this.#writeTogether([one]))
    const together = now.filter(({ isAlone }) => !isAlone)
    return (await Promise.all([this.#writeTogether(together), ...alone])).flat()
  }

  async #writeTogether(some: readonly Sending[]): Promise<Written[]> {
    if (some.length === 0) return []
    const pipeline = this.#options.redis.pipeline()
    const written = some.map((one) => this.#put(pipeline, one))
    const results = await pipeline.exec().catch(() => null)
    for (const each of written) {
      const own = results?.slice(each.firstAt, each.lengthAt + 1) ?? []
      const errors = own.map(([error]) => error).filter((error) => error !== null)
      each.isAccepted = errors.length === 0 && own.at(-1)?.[1] === each.entries
      each.one.isAlone = errors.some(({ message }) => message.startsWith('ASK '))
      if (!each.isAccepted) each.one.entries = 0
    }
    return written
  }

  #put(pipeline: ReturnType<RedisClient['pipeline']>, one: Sending): Written {
    const { key, parts, trace, over } = one
    const firstAt = pipeline.length
    const isAnew = one.entries === 0 || one.entries > one.anew + this.#options.entriesKept
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
    return { one, to, entries, anew, firstAt, lengthAt: pipeline.length - 1, isAccepted: false }
  }
}

/** The fields of the entry that brings an event; `readEntry` of `reply-streams.ts` reads them. */
function entryOf(event: PartEvent): string[] {
  if (isGrowth(event)) return ['type', event.type, 'at', String(event.at), 'text', event.text]
  return ['part', JSON.stringify(event)]
}
