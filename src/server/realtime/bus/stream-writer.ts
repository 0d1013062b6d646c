import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { growthAfter, placeAfter, type ReplyPart, sourcesOf } from '../../../shared/chat/parts.ts'
import type { SentReply } from '../../domain/turns/running/running-reply.ts'

/** Minimum time between two writes, in milliseconds; the growth of all replies is written together. */
const EVERY_MS = 50

/** Delay before the retry of a failed write, in milliseconds. */
const PAUSE_MS = 500

/** How long closing waits for the last write, in milliseconds. */
const CLOSING_MS = 500

/**
 * How long a stream is kept, in seconds: while its reply runs, so that a stream without an end event expires, and after
 * its end.
 */
const RUNNING_SECONDS = 3_600
const OVER_SECONDS = 60

interface Sending {
  key: string
  parts: () => readonly ReplyPart[]
  /** How much of the log Redis has, in UTF-16 units. */
  sent: number
  /** Whether Redis has the sources. */
  hasSources: boolean
  over: boolean
}

/**
 * Writes the growth of each reply to its Redis stream. What Redis did not accept is sent again, from its position on.
 */
export function createStreamWriter(redis: Redis): {
  send(key: string, parts: () => readonly ReplyPart[]): SentReply
  /** Writes what has not been written yet. */
  close(): Promise<void>
} {
  const sending = new Set<Sending>()
  const changed = new Set<Sending>()
  let timer: NodeJS.Timeout | undefined
  let busy = false
  let last = 0

  function schedule(pause = EVERY_MS) {
    if (busy || changed.size === 0) return
    timer ??= setTimeout(write, Math.max(0, last + pause - performance.now())).unref()
  }

  async function write() {
    timer = undefined
    busy = true
    const now = [...changed]
    changed.clear()
    const taken = await writeAll(now).catch(() => false)
    busy = false
    last = performance.now()
    for (const one of now) {
      // The database has the rest of a reply that is over.
      if (one.over) sending.delete(one)
      else if (!taken) changed.add(one)
    }
    schedule(taken ? EVERY_MS : PAUSE_MS)
  }

  /** @returns whether Redis accepted the write */
  async function writeAll(now: readonly Sending[]): Promise<boolean> {
    const pipeline = redis.pipeline()
    const written = now.map(({ key, parts, sent, hasSources, over }) => {
      const whole = parts()
      const sources = hasSources ? null : sourcesOf(whole)
      if (sources) pipeline.xadd(key, '*', 'sources', JSON.stringify(sources))
      let to = sent
      for (let next = growthAfter(whole, to); next; next = growthAfter(whole, to)) {
        pipeline.xadd(key, '*', 'type', next.type, 'at', next.at, 'text', next.text)
        to = placeAfter(next)
      }
      if (over) pipeline.xadd(key, '*', 'over', '1')
      if (over || sent === 0) pipeline.expire(key, over ? OVER_SECONDS : RUNNING_SECONDS)
      return { sent: to, hasSources: hasSources || sources !== null }
    })
    const results = await pipeline.exec()
    if (!results || results.some(([error]) => error)) return false
    for (const [index, one] of now.entries()) Object.assign(one, written[index])
    return true
  }

  /** Used when Redis may have lost its data. */
  function sendAllAgain() {
    for (const one of sending) {
      one.sent = 0
      one.hasSources = false
      changed.add(one)
    }
    schedule()
  }
  redis.on('ready', sendAllAgain)

  return {
    send(key, parts) {
      const one: Sending = { key, parts, sent: 0, hasSources: false, over: false }
      sending.add(one)
      const change = () => {
        changed.add(one)
        schedule()
      }
      return {
        changed: change,
        over() {
          one.over = true
          change()
        },
      }
    },
    async close() {
      redis.off('ready', sendAllAgain)
      clearTimeout(timer)
      const left = [...changed]
      changed.clear()
      if (left.length > 0)
        await Promise.race([writeAll(left).catch(() => false), wait(CLOSING_MS, undefined, { ref: false })])
    },
  }
}
