import { createMiddleware } from 'hono/factory'
import { Failure } from '../../domain/failure.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { changes } from '../request.ts'

/**
 * Refuses a write that a page of another site sent. Clients that are no browsers send neither header and pass;
 * the session's cookie is SameSite besides.
 */
export function sameOriginWrites(publicOrigin: string | undefined) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (changes(c.req.method)) requireOwnPage(c, publicOrigin)
    await next()
  })
}

/**
 * Refuses what a page of another site sent; browsers say where a page is from, and only they hold somebody's cookie.
 * Origins are compared whole, as http and https are two sites: a server behind a proxy that encrypts needs PUBLIC_URL.
 * A page without an origin (`null`: a sandboxed frame, a file) is never an own one.
 * @throws {Failure} `cross_site_request`
 */
export function requireOwnPage(c: AppContext, publicOrigin: string | undefined): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isOwn = origin === undefined || origin === publicOrigin || origin === requestedOrigin(c, publicOrigin)
  if (!isOwn || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Failure('cross_site_request', 'The request came from another site.')
}

/** Where the pages are that are served under the request's Host; at the public host only its own scheme counts. */
function requestedOrigin(c: AppContext, publicOrigin: string | undefined): string {
  const { host, origin } = new URL(c.req.url)
  return publicOrigin !== undefined && host === new URL(publicOrigin).host ? publicOrigin : origin
}
