import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'

const BLOCK_MS = 5_000

/** Delay before the next read after one that failed, in milliseconds. */
const PAUSE_MS = 500

/** How long an entry that wakes the reader is kept, in seconds. */
const WAKE_SECONDS = 30

const BEGINNING = '0-0'

export interface StreamReader {
  /** Passes every entry from the stream's beginning. @returns a function that stops reading */
  read(key: string, receive: (fields: Record<string, string>) => void): () => void
  close(): void
}

/**
 * Reads any number of streams over one connection, which blocks only while one is read. After a failure every stream is
 * read from its beginning, because a restarted Redis may assign ids from the start.
 */
export function createStreamReader(redis: Redis, { prefix }: { prefix: string }): StreamReader {
  const streams = new Map<string, { cursor: string; receive: (fields: Record<string, string>) => void }>()
  /** An entry in this stream ends the blocking read, so that the next one includes a new stream. */
  const wakeKey = `${prefix}wake:${randomUUID()}`
  let wakeCursor = BEGINNING
  let connection: Redis | undefined
  let reading = false
  let closed = false

  function connect(): Redis {
    const made = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null })
    // The connection that this one duplicates logs the error.
    made.on('error', () => {})
    return made
  }

  function resync() {
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
        stream.receive(fieldsOf(fields))
      }
  }

  async function readAll() {
    if (reading) return
    reading = true
    connection ??= connect()
    while (streams.size > 0 && !closed)
      await readOnce(connection).catch(async () => {
        resync()
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
    read(key, receive) {
      streams.set(key, { cursor: BEGINNING, receive })
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
