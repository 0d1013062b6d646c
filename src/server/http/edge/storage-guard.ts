import { createMiddleware } from 'hono/factory'
import { logSeldom } from '../../base/log-seldom.ts'
import { storageFull } from '../../domain/database-failure.ts'
import type { AppEnv } from '../context.ts'
import { operationOf } from '../operation.ts'
import { changes } from '../request.ts'

/**
 * Refuses what would be stored while the disk has no room for it; what only reads goes on, and so does what makes room
 * or leaves: deletions and signing out. A little of the disk is kept free for these.
 * @param hasRoom of the database, see `Database`
 */
export function storageGuard(hasRoom: () => boolean) {
  const say = logSeldom()
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('storage', { hasRoom, say })
    const { method, path } = c.req
    const stores = changes(method) && method !== 'DELETE' && !operationOf(c)?.storesNothing
    if (stores && path.startsWith('/api/') && !hasRoom()) throw storageFull()
    await next()
  })
}
