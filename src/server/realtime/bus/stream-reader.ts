import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'

/** How long one read waits in Redis for something to come, in milliseconds. */
const BLOCK_MS = 5_000

/** Milliseconds before reading again after a read failed. */
const PAUSE_MS = 500

/** Seconds for which a call to look at the list of streams again is kept. */
const WAKE_SECONDS = 30

const BEGINNING = '0-0'

export interface StreamReader {
  /** Hears the fields of every entry, from the stream's beginning, until the returned function is called. */
  read(key: string, hear: (fields: Record<string, string>) => void): () => void
  close(): void
}

/**
 * Reads any number of Redis streams over one connection of its own. While none is read, nothing waits in Redis.
 * After a failure it begins at the beginning of each stream, as a Redis that started anew may number anew.
 */
export function createStreamReader(redis: Redis, { prefix }: { prefix: string }): StreamReader {
  const streams = new Map<string, { cursor: string; hear: (fields: Record<string, string>) => void }>()
  /** Read along with the others: an entry in it ends the waiting, so that a new stream is waited for as well. */
  const wakeKey = `${prefix}wake:${randomUUID()}`
  let wakeCursor = BEGINNING
  let connection: Redis | undefined
  let reading = false
  let closed = false

  function connect(): Redis {
    const made = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null })
    // The connection that it is a copy of says what is wrong.
    made.on('error', () => {})
    return made
  }

  function beginAnew() {
    wakeCursor = BEGINNING
    for (const stream of streams.values()) stream.cursor = BEGINNING
  }

  async function readOnce(from: Redis) {
    const keys = [wakeKey, ...streams.keys()]
    const cursors = [wakeCursor, ...[...streams.values()].map(({ cursor }) => cursor)]
    const found = await from.xread('BLOCK', BLOCK_MS, 'STREAMS', ...keys, ...cursors)
    for (const [key, entries] of found ?? [])
      for (const [id, fields] of entries) {
        if (key === wakeKey) wakeCursor = id
        const stream = streams.get(key)
        if (!stream) continue
        stream.cursor = id
        stream.hear(fieldsOf(fields))
      }
  }

  async function readAll() {
    if (reading) return
    reading = true
    connection ??= connect()
    while (streams.size > 0 && !closed)
      await readOnce(connection).catch(async () => {
        beginAnew()
        await wait(PAUSE_MS, undefined, { ref: false })
      })
    reading = false
  }

  function wake() {
    redis
      .pipeline()
      .xadd(wakeKey, 'MAXLEN', 1, '*', 'wake', '1')
      .expire(wakeKey, WAKE_SECONDS)
      .exec()
      .catch(() => {})
  }

  return {
    read(key, hear) {
      streams.set(key, { cursor: BEGINNING, hear })
      if (reading) wake()
      else void readAll()
      return () => streams.delete(key)
    },
    close() {
      closed = true
      connection?.disconnect()
    },
  }
}

export function fieldsOf(flat: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])),
  )
}
