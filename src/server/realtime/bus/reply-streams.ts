import { foldReply, newReply } from '../../../shared/chat/messages.ts'
import { type PartEvent, wholeEventSchema } from '../../../shared/chat/part-kinds.ts'
import { isGrowth, partsOf } from '../../../shared/chat/parts.ts'
import { type Bucket, type RedisClient, shardsOf } from '../../base/redis/shards.ts'
import { currentSpan } from '../../base/telemetry/trace.ts'
import { formatTraceparent, parseTraceparent } from '../../base/telemetry/trace-context.ts'
import type { ReplyRelay } from '../../domain/turns/running/reply-relay.ts'
import { fieldsOf, StreamReader } from './stream-reader.ts'
import { StreamWriter } from './stream-writer.ts'

/** How long a stop request is kept, in seconds: servers read it immediately, or get it from the database. */
const STOP_SECONDS = 60
const STOPS_KEPT = 1_000

interface StreamsOptions {
  /** Of all keys of the place. */
  prefix?: string | undefined
  entriesKept?: number
}

/**
 * Relays running replies between servers: each reply has a Redis stream of its changes and its end, each server one of
 * stop requests. Those of one bucket are written and read together. `redis` must fail commands immediately while Redis is
 * away; the caller closes it.
 */
export function createReplyStreams(redis: RedisClient, options: StreamsOptions = {}): ReplyRelay {
  const { prefix = 'bionic:', entriesKept } = options
  const shards = shardsOf(redis)
  const readers = new Map<Bucket, StreamReader>()
  const writer = new StreamWriter(redis, shards, { entriesKept })
  const keyOf = (kind: string, id: string) => `${prefix}reply:${shards.bucketOf(id).tag}${kind}:${id}`
  const readerOf = (id: string) => {
    const bucket = shards.bucketOf(id)
    const reader =
      readers.get(bucket) ?? new StreamReader({ redis, shards, bucket, prefix: `${prefix}reply:` })
    readers.set(bucket, reader)
    return reader
  }

  return {
    send: (reply, parts) => writer.send(keyOf('words', reply), shards.bucketOf(reply), parts),

    receive: (reply, listeners) =>
      readerOf(reply).read(keyOf('words', reply), (fields) => {
        const grown = readEntry(fields, { skipsUnknown: true })
        if (grown) listeners.grows(grown)
        const trace = parseTraceparent(fields.trace)
        if (trace) listeners.traced?.(trace)
        if (fields.over !== undefined) listeners.over()
      }),

    async read(reply) {
      const place = { id: reply, parentId: null, number: 0, createdAt: '' }
      let whole = newReply(place)
      for (const [, fields] of await redis.xrange(keyOf('words', reply), '-', '+')) {
        const grown = readEntry(fieldsOf(fields), { skipsUnknown: false })
        if (grown) whole = foldReply(whole, grown, '')
      }
      return partsOf(whole)
    },

    stop(server, reply) {
      const span = currentSpan()
      const trace = span ? ['trace', formatTraceparent(span)] : []
      redis
        .pipeline()
        .xadd(keyOf('stops', server), 'MAXLEN', '~', STOPS_KEPT, '*', 'stop', reply, ...trace)
        .expire(keyOf('stops', server), STOP_SECONDS)
        .exec()
        // The database has the stop request as well.
        .catch(() => {})
    },

    onStop: (server, stop) =>
      readerOf(server).read(keyOf('stops', server), (fields) => {
        if (fields.stop !== undefined) stop(fields.stop, parseTraceparent(fields.trace))
      }),

    async close() {
      for (const reader of readers.values()) reader.close()
      await writer.close()
    },
  }
}

/**
 * Parses a stream entry as an event that changes parts; null for any other entry.
 * @param options.skipsUnknown whether a part that only a newer server knows is passed over, which would end the reading of
 * all replies, again and again. Whoever stores what is read must not leave it out
 * @throws for such a part that is not passed over
 */
function readEntry(
  { part, type = '', at, text }: Record<string, string>,
  { skipsUnknown }: { skipsUnknown: boolean },
): PartEvent | null {
  if (part !== undefined) {
    const read = wholeEventSchema.safeParse(JSON.parse(part))
    if (!read.success && !skipsUnknown) throw read.error
    return read.data ?? null
  }
  if (at === undefined || text === undefined) return null
  const grown = { type, at: Number(at), text }
  return isGrowth(grown) ? grown : null
}
