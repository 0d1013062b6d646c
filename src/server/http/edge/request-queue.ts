import { createMiddleware } from 'hono/factory'
import type { FairQueue, Place } from '../../domain/fair-queue.ts'
import type { AppEnv } from '../context.ts'
import { addressKey } from './rate-limit.ts'

/**
 * Lets a request be worked on when it is its client's turn, from here until its answer begins: a stream of events that
 * goes on after that holds no place. What a page asks in-process for its first paint is part of the page's request.
 * @throws {Failure} `rate_limited` or `server_busy` when too much waits already
 */
export function requestQueue(queue: FairQueue) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.env?.visitor) return next()
    const client = { group: addressKey(c.get('clientAddress')), member: c.get('sessionKey')() ?? '' }
    let place: Place | undefined
    const take = async () => {
      place = await queue.enter(client)
    }
    c.set('aside', async (wait) => {
      place?.leave()
      place = undefined
      const result = await wait()
      await take()
      return result
    })
    await take()
    try {
      // Who went away while it waited gets no work done.
      if (c.env?.outgoing?.destroyed) return c.body(null, 503)
      await next()
    } finally {
      place?.leave()
    }
  })
}
