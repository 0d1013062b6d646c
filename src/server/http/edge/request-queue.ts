import { createMiddleware } from 'hono/factory'
import { inSpan } from '../../base/telemetry/trace.ts'
import type { FairQueue, Place } from '../../domain/fair-queue.ts'
import type { AppEnv } from '../context.ts'
import { addressKey } from './rate-limit.ts'

/**
 * Queues a request until its response begins, so an event stream holds no place, nor do a page's in-process requests.
 * @throws {Failure} `rate_limited` or `server_busy` if the queue is full
 */
export function requestQueue(queue: FairQueue) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.env?.visitor) return next()
    const client = { group: addressKey(c.get('clientAddress')), member: c.get('sessionKey')() ?? '' }
    let place: Place | undefined
    const take = async () => {
      place = await inSpan('wait for a turn', () => queue.enter(client))
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
      // No work is done for a client that disconnected while it was queued.
      if (c.env?.outgoing?.destroyed) return c.body(null, 503)
      await next()
    } finally {
      place?.leave()
    }
  })
}
