import { createMiddleware } from 'hono/factory'
import { logThrottled } from '../../base/log-throttled.ts'
import { storageFull } from '../../domain/database-failure.ts'
import type { AppEnv } from '../context.ts'
import { operationOf } from '../operation.ts'
import { changes } from '../request.ts'

/**
 * Refuses requests that would store data while the disk has no room for it. Reads continue, and so do deletions and
 * signing out, for which a little of the disk is kept free.
 * @param hasRoom that of the database, see `Database`
 */
export function storageGuard(hasRoom: () => boolean) {
  const say = logThrottled()
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('storage', { hasRoom, say })
    const { method } = c.req
    const stores = changes(method) && method !== 'DELETE' && !operationOf(c)?.storesNothing
    if (stores && !hasRoom()) throw storageFull()
    await next()
  })
}
