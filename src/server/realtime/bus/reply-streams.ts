import type { Redis } from 'ioredis'
import { foldReply, newReply } from '../../../shared/chat/messages.ts'
import { type GrowthEvent, isGrowth, partsOf } from '../../../shared/chat/parts.ts'
import type { ReplyRelay } from '../../domain/conversations/reply-relay.ts'
import { createStreamReader, fieldsOf } from './stream-reader.ts'
import { createStreamWriter } from './stream-writer.ts'

/** A stop is heard at once, or from the database. */
const STOP_SECONDS = 60
const STOPS_KEPT = 1_000

/**
 * Servers that hear from each other through Redis: a stream for each running reply, with what it grows by and at
 * last that it is over, and a stream for each server, with the stops that are asked of it.
 * @param redis fails at once while Redis is away; it stays the caller's
 */
export function createReplyStreams(
  redis: Redis,
  { prefix = 'bionic:reply:' }: { prefix?: string } = {},
): ReplyRelay {
  const reader = createStreamReader(redis, { prefix })
  const writer = createStreamWriter(redis)
  const wordsOf = (reply: string) => `${prefix}words:${reply}`
  const stopsOf = (server: string) => `${prefix}stops:${server}`

  return {
    send: (reply, parts) => writer.send(wordsOf(reply), parts),

    hear: (reply, ears) =>
      reader.read(wordsOf(reply), (fields) => {
        const grown = readGrowth(fields)
        if (grown) ears.grows(grown)
        if (fields.over !== undefined) ears.over()
      }),

    async read(reply) {
      const place = { id: reply, parentId: null, number: 0, createdAt: '' }
      let whole = newReply(place)
      for (const [, fields] of await redis.xrange(wordsOf(reply), '-', '+')) {
        const grown = readGrowth(fieldsOf(fields))
        if (grown) whole = foldReply(whole, grown, '')
      }
      return partsOf(whole)
    },

    stop(server, reply) {
      redis
        .pipeline()
        .xadd(stopsOf(server), 'MAXLEN', '~', STOPS_KEPT, '*', 'stop', reply)
        .expire(stopsOf(server), STOP_SECONDS)
        .exec()
        // The database says it as well.
        .catch(() => {})
    },

    hearStops: (server, stop) =>
      reader.read(stopsOf(server), (fields) => {
        if (fields.stop !== undefined) stop(fields.stop)
      }),

    async close() {
      reader.close()
      await writer.close()
    },
  }
}

/** What a reply grew by, as an entry of its stream says it; null for any other entry. */
function readGrowth({ type = '', at, text }: Record<string, string>): GrowthEvent | null {
  if (at === undefined || text === undefined) return null
  const grown = { type, at: Number(at), text }
  return isGrowth(grown) ? grown : null
}
