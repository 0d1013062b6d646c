import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'

const BLOCK_MS = 5_000

/** Delay before the next read after one that failed, in milliseconds. */
const PAUSE_MS = 500

/** How long an entry that wakes the reader is kept, in seconds. */
const WAKE_SECONDS = 30

const BEGINNING = '0-0'

/**
 * Reads any number of streams over one connection, which blocks only while one is read. After a failure every stream is
 * read from its beginning, because a restarted Redis may assign ids from the start.
 */
export class StreamReader {
  readonly #redis: Redis
  readonly #streams = new Map<string, { cursor: string; receive: (fields: Record<string, string>) => void }>()
  /** An entry in this stream ends the blocking read, so that the next one includes a new stream. */
  readonly #wakeKey: string
  #wakeCursor = BEGINNING
  #connection: Redis | undefined
  #reading = false
  #closed = false

  constructor(redis: Redis, { prefix }: { prefix: string }) {
    this.#redis = redis
    this.#wakeKey = `${prefix}wake:${randomUUID()}`
  }

  /** Passes every entry from the stream's beginning. @returns a function that stops reading */
  read(key: string, receive: (fields: Record<string, string>) => void): () => void {
    this.#streams.set(key, { cursor: BEGINNING, receive })
    if (this.#reading) this.#wake()
    else void this.#readAll()
    return () => this.#streams.delete(key)
  }

  close(): void {
    this.#closed = true
    this.#connection?.disconnect()
  }

  async #readAll() {
    if (this.#reading) return
    this.#reading = true
    this.#connection ??= this.#connect()
    while (this.#streams.size > 0 && !this.#closed)
      await this.#readOnce(this.#connection).catch(async () => {
        this.#resync()
        await wait(PAUSE_MS, undefined, { ref: false })
      })
    this.#reading = false
  }

  async #readOnce(from: Redis) {
    const keys = [this.#wakeKey, ...this.#streams.keys()]
    const cursors = [this.#wakeCursor, ...[...this.#streams.values()].map(({ cursor }) => cursor)]
    const found = await from.xread('BLOCK', BLOCK_MS, 'STREAMS', ...keys, ...cursors)
    for (const [key, entries] of found ?? [])
      for (const [id, fields] of entries) {
        if (key === this.#wakeKey) this.#wakeCursor = id
        const stream = this.#streams.get(key)
        if (!stream) continue
        stream.cursor = id
        stream.receive(fieldsOf(fields))
      }
  }

  #connect(): Redis {
    const made = this.#redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null })
    // The connection that this one duplicates logs the error.
    made.on('error', () => {})
    return made
  }

  #resync() {
    this.#wakeCursor = BEGINNING
    for (const stream of this.#streams.values()) stream.cursor = BEGINNING
  }

  #wake() {
    this.#redis
      .pipeline()
      .xadd(this.#wakeKey, 'MAXLEN', 1, '*', 'wake', '1')
      .expire(this.#wakeKey, WAKE_SECONDS)
      .exec()
      .catch(() => {})
  }
}

export function fieldsOf(flat: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : [])),
  )
}
