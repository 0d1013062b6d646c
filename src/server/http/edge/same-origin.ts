import { createMiddleware } from 'hono/factory'
import { Failure } from '../../domain/failure.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { changes } from '../request.ts'

/**
 * Refuses writes of other sites' pages. Clients that are no browsers pass. The session's cookie is SameSite as well.
 */
export function sameOriginWrites(publicOrigin: string | undefined) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (changes(c.req.method)) requireOwnPage(c, publicOrigin)
    await next()
  })
}

/**
 * Refuses a request of another site's page; only browsers have somebody's cookie, and they report the origin. http and
 * https are two sites, so a server behind a proxy that terminates TLS needs PUBLIC_URL. The origin `null` is refused.
 * @throws {Failure} `cross_site_request`
 */
export function requireOwnPage(c: AppContext, publicOrigin: string | undefined): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isOwn = origin === undefined || origin === publicOrigin || origin === requestedOrigin(c, publicOrigin)
  if (!isOwn || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Failure('cross_site_request', 'The request came from another site.')
}

/** Returns the origin of the Host's pages; for the public host, it is the public origin with its scheme. */
function requestedOrigin(c: AppContext, publicOrigin: string | undefined): string {
  const { host, origin } = new URL(c.req.url)
  return publicOrigin !== undefined && host === new URL(publicOrigin).host ? publicOrigin : origin
}
