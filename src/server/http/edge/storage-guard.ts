import { createMiddleware } from 'hono/factory'
import { logThrottled } from '../../base/log-throttled.ts'
import { storageFull } from '../../domain/database-failure.ts'
import type { AppEnv } from '../context.ts'
import { operationOf } from '../operation.ts'
import { changes } from '../request.ts'

/** Refuses to store data while the disk has no room; a little of it is kept free for deletions and signing out. */
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
