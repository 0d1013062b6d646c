import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { PartEvent, ReplyPart } from '../../../shared/chat/part-kinds.ts'
import { eventsOf, isGrowth, NOTHING, type Sent, sentWith } from '../../../shared/chat/parts.ts'
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
  over: boolean
}

/** Writes the growth of replies to Redis. What it did not accept is sent again, from its position on. */
export function createStreamWriter(redis: Redis): {
  send(key: string, parts: () => readonly ReplyPart[]): SentReply
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
    const written = now.map(({ key, parts, sent, over }) => {
      let to = sent
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
  function sendAllAgain() {
    for (const one of sending) {
      one.sent = NOTHING
      changed.add(one)
    }
    schedule()
  }
  redis.on('ready', sendAllAgain)

  return {
    send(key, parts) {
      const one: Sending = { key, parts, sent: NOTHING, over: false }
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

/** The fields of the entry that brings an event; `readEntry` of `reply-streams.ts` reads them. */
function entryOf(event: PartEvent): string[] {
  if (isGrowth(event)) return ['type', event.type, 'at', String(event.at), 'text', event.text]
  return ['part', JSON.stringify(event)]
}
