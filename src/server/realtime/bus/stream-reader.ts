import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Bucket, RedisClient, Shards } from '../../base/redis/shards.ts'

const BLOCK_MS = 5_000

/** Delay before the next read after one that failed, in milliseconds. */
const PAUSE_MS = 500

/** How long an entry that wakes the reader is kept, in seconds. */
const WAKE_SECONDS = 30

const BEGINNING = '0-0'

/** A read waits for its connection, and fails with it. */
const once = { enableOfflineQueue: true, maxRetriesPerRequest: null, retryStrategy: () => null }

interface StreamReaderOptions {
  redis: RedisClient
  shards: Shards
  /** The bucket that all of the streams are in: a blocking read can have one slot only. */
  bucket: Bucket
  prefix: string
}

/**
 * Reads any number of streams over one connection, which blocks only while one is read. After a failure every stream is
 * read from its beginning, because a restarted Redis may assign ids from the start, and who takes over may lack some.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions
  readonly #streams = new Map<string, { cursor: string; receive: (fields: Record<string, string>) => void }>()
  /** An entry in this stream ends the blocking read, so that the next one includes a new stream. */
  readonly #wakeKey: string
  #wakeCursor = BEGINNING
  readonly #stopMoving: () => void
  #connection: { to: Redis; owner: string } | undefined
  #reading = false
  #closed = false

  constructor(options: StreamReaderOptions) {
    this.#options = options
    const { shards, bucket, prefix } = options
    this.#wakeKey = `${prefix}${bucket.tag}wake:${randomUUID()}`
    this.#stopMoving = shards.onMoved((moved) => {
      // A master that hangs would not end the read by itself.
      if (moved.has(bucket)) this.#connection?.to.disconnect()
    })
  }

  /** Passes every entry from the stream's beginning. @returns a function that stops reading */
  read(key: string, receive: (fields: Record<string, string>) => void): () => void {
    const stream = { cursor: BEGINNING, receive }
    this.#streams.set(key, stream)
    if (this.#reading) this.#wake()
    else void this.#readAll()
    return () => {
      if (this.#streams.get(key) === stream) this.#streams.delete(key)
    }
  }

  close(): void {
    this.#closed = true
    this.#stopMoving()
    this.#connection?.to.disconnect()
  }

  async #readAll() {
    if (this.#reading) return
    this.#reading = true
    while (this.#streams.size > 0 && !this.#closed)
      await this.#readOnce().catch(async () => {
        this.#resync()
        this.#options.shards.refresh()
        await wait(PAUSE_MS, undefined, { ref: false })
      })
    this.#reading = false
  }

  async #readOnce() {
    const from = this.#connect()
    const streams = new Map(this.#streams)
    const keys = [this.#wakeKey, ...streams.keys()]
    const cursors = [this.#wakeCursor, ...[...streams.values()].map(({ cursor }) => cursor)]
    const found = await from.xread('BLOCK', BLOCK_MS, 'STREAMS', ...keys, ...cursors)
    for (const [key, entries] of found ?? [])
      for (const [id, fields] of entries) {
        if (key === this.#wakeKey) this.#wakeCursor = id
        const stream = streams.get(key)
        // Whoever began to read it again since then begins before these entries.
        if (!stream || stream !== this.#streams.get(key)) continue
        stream.cursor = id
        stream.receive(fieldsOf(fields))
      }
  }

  /** The connection to the master that has the streams. @throws {Error} if nobody is known to have them */
  #connect(): Redis {
    const { shards, bucket } = this.#options
    const owner = shards.ownerOf(bucket)
    const before = this.#connection
    if (before && before.owner === owner && before.to.status !== 'end') return before.to
    before?.to.disconnect()
    // One that reconnected by itself would wait for a master that does not come back; the next read opens another one.
    const to = owner === null ? null : shards.connect(owner, once)
    if (owner === null || !to) throw new Error('No master has the streams.')
    // The client of all commands logs the error.
    to.on('error', () => {})
    this.#connection = { to, owner }
    return to
  }

  #resync() {
    this.#wakeCursor = BEGINNING
    for (const stream of this.#streams.values()) stream.cursor = BEGINNING
  }

  #wake() {
    this.#options.redis
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
