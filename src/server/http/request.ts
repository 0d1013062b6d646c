import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'
import type { Session } from '../../shared/session.ts'
import { Failure } from '../domain/failure.ts'
import type { Logger } from '../log.ts'
import type { AppContext, AppEnv } from './context.ts'

/** Gives every request its id, its log and its way to the session, and logs how it ended. */
export function requestContext(options: {
  log: Logger
  trustedProxies: number
  readSession: (headers: Headers) => Promise<Session | null>
  sessionKey?: (headers: Headers) => string | null
}) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const requestId = randomUUID()
    const started = performance.now()
    // A page's first paint asks in the name of whoever asked for the page, and looks them up once.
    let session: Promise<Session | null> | undefined = c.env?.page?.readSession()
    c.set('requestId', requestId)
    c.set('log', options.log.child({ requestId }))
    c.set('clientAddress', clientAddress(c, options.trustedProxies))
    c.set('readSession', () => {
      session ??= options.readSession(c.req.raw.headers)
      return session
    })
    c.set('sessionKey', () => options.sessionKey?.(c.req.raw.headers) ?? null)
    c.set('aside', (wait) => wait())
    c.set('readSessionAnew', readerOf(options.readSession, c.req.raw.headers))
    await next()
    c.header('x-request-id', requestId)
    c.var.log.debug(
      {
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
      },
      'request',
    )
  })
}

/** Keeps nothing of the request but its headers, however long it is kept itself. */
function readerOf(readSession: (headers: Headers) => Promise<Session | null>, headers: Headers) {
  return () => readSession(headers)
}

function clientAddress(c: AppContext, trustedProxies: number): string {
  const forwarded = c.req.header('x-forwarded-for') ?? ''
  try {
    return addressOf(forwarded, getConnInfo(c).remote.address, trustedProxies)
  } catch {
    return addressOf(forwarded, 'in-process', trustedProxies)
  }
}

/**
 * The connection's address, or the one that the last trusted proxy saw.
 * @param forwarded what X-Forwarded-For says
 */
export function addressOf(forwarded: string, remote: string | undefined, trustedProxies: number): string {
  const seen = trustedProxies > 0 ? forwarded.split(',').at(-trustedProxies)?.trim() : undefined
  return seen || (remote ?? 'unknown')
}

/**
 * Refuses a write that a page of another site sent. Clients that are no browsers send neither header and pass;
 * the session's cookie is SameSite besides.
 */
export function sameOriginWrites(publicOrigin: string | undefined) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) requireOwnPage(c, publicOrigin)
    await next()
  })
}

/**
 * Refuses what a page of another site sent; browsers say where a page is from, and only they hold somebody's cookie.
 * @throws {Failure} `cross_site_request`
 */
export function requireOwnPage(c: AppContext, publicOrigin: string | undefined): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const own =
    origin === undefined || origin === publicOrigin || URL.parse(origin)?.host === c.req.header('host')
  if (!own || site === 'cross-site')
    throw new Failure('cross_site_request', 'The request came from another site.')
}

/**
 * The wallet that signed in.
 * @throws {Failure} `not_signed_in` for a visitor.
 */
export async function signedInWallet(c: AppContext): Promise<string> {
  const session = await c.var.readSession()
  if (!session) throw new Failure('not_signed_in', 'Sign in with a wallet first.')
  return session.user.address
}
