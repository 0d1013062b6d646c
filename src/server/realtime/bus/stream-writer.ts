import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { growthAfter, placeAfter, type ReplyPart } from '../../../shared/chat/parts.ts'
import type { SentReply } from '../../domain/turns/running/running-reply.ts'

/** How often what replies grow by goes out at most, in milliseconds; that of all replies goes together. */
const EVERY_MS = 50

/** Milliseconds before the next try after one that failed. */
const PAUSE_MS = 500

/** Milliseconds for what is left at the end. */
const CLOSING_MS = 500

/** How long a stream is kept, in seconds: while its reply runs, so that one without an end goes some day, and after. */
const RUNNING_SECONDS = 3_600
const OVER_SECONDS = 60

interface Sending {
  key: string
  parts: () => readonly ReplyPart[]
  /** How much of the log Redis has taken, in UTF-16 units. */
  sent: number
  over: boolean
}

/** Writes what replies grow by to a Redis stream each. What Redis did not take is sent again, from its place on. */
export function createStreamWriter(redis: Redis): {
  send(key: string, parts: () => readonly ReplyPart[]): SentReply
  /** Writes what is left. */
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
      // Of one that is over the database says the rest.
      if (one.over) sending.delete(one)
      else if (!taken) changed.add(one)
    }
    schedule(taken ? EVERY_MS : PAUSE_MS)
  }

  /** @returns whether Redis took it */
  async function writeAll(now: readonly Sending[]): Promise<boolean> {
    const pipeline = redis.pipeline()
    const lengths = now.map(({ key, parts, sent, over }) => {
      const whole = parts()
      let to = sent
      for (let next = growthAfter(whole, to); next; next = growthAfter(whole, to)) {
        pipeline.xadd(key, '*', 'type', next.type, 'at', next.at, 'text', next.text)
        to = placeAfter(next)
      }
      if (over) pipeline.xadd(key, '*', 'over', '1')
      if (over || sent === 0) pipeline.expire(key, over ? OVER_SECONDS : RUNNING_SECONDS)
      return to
    })
    const results = await pipeline.exec()
    if (!results || results.some(([error]) => error)) return false
    for (const [index, one] of now.entries()) one.sent = lengths[index] ?? one.sent
    return true
  }

  /** It may have lost what it had. */
  function sendAllAnew() {
    for (const one of sending) {
      one.sent = 0
      changed.add(one)
    }
    schedule()
  }
  redis.on('ready', sendAllAnew)

  return {
    send(key, parts) {
      const one: Sending = { key, parts, sent: 0, over: false }
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
      redis.off('ready', sendAllAnew)
      clearTimeout(timer)
      const left = [...changed]
      changed.clear()
      if (left.length > 0)
        await Promise.race([writeAll(left).catch(() => false), wait(CLOSING_MS, undefined, { ref: false })])
    },
  }
}
