import type { Redis } from 'ioredis'
import type { ReplyRelay } from '../../domain/conversations/reply-relay.ts'
import { createStreamReader } from './stream-reader.ts'
import { createStreamWriter } from './stream-writer.ts'

/** A stop is heard at once, or from the database. */
const STOP_SECONDS = 60
const STOPS_KEPT = 1_000

/**
 * Servers that hear from each other through Redis: a stream for each running reply, with its words by their place and
 * at last that it is over, and a stream for each server, with the stops that are asked of it.
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
    send: (reply, content) => writer.send(wordsOf(reply), content),

    hear: (reply, ears) =>
      reader.read(wordsOf(reply), ({ at, text, over }) => {
        if (at !== undefined && text !== undefined) ears.words(Number(at), text)
        if (over !== undefined) ears.over()
      }),

    async read(reply) {
      let whole = ''
      for (const [, [, at, , text]] of await redis.xrange(wordsOf(reply), '-', '+'))
        if (text !== undefined && Number(at) <= whole.length) whole += text.slice(whole.length - Number(at))
      return whole
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
