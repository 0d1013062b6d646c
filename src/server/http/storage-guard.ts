import { createMiddleware } from 'hono/factory'
import { storageFull } from '../domain/database-failure.ts'
import { logSeldom } from '../log-seldom.ts'
import type { AppEnv } from './context.ts'

/** What asks a model and stores nothing. */
const storesNothing = /^\/api\/(chat|social\/drafts|swarm\/turns|agents\/[^/]+\/try-out)$/

/** Ends something that runs: what was said so far is stored with or without it. */
const stops = /\/stop$/

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
    const stores = changes(method) && method !== 'DELETE' && !storesNothing.test(path) && !stops.test(path)
    if (stores && path.startsWith('/api/') && !hasRoom()) throw storageFull()
    await next()
  })
}

/** Whether a request of this method can change what is stored. */
export function changes(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}
