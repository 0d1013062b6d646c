import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'
import { Failure } from '../domain/failure.ts'
import type { RequestSession } from '../domain/session/identity.ts'
import type { Logger } from '../log.ts'
import type { AppContext, AppEnv, RequestVariables } from './context.ts'
import { createSecurityLog } from './security-log.ts'

/** Gives every request its id, its log and its way to the session, and logs how it ended. */
export function requestContext(options: {
  log: Logger
  trustedProxies: number
  onSessionsEnded?: RequestVariables['onSessionsEnded']
  readSession: (headers: Headers) => Promise<RequestSession | null>
  sessionKey?: (headers: Headers) => string | null
}) {
  const security = createSecurityLog(options.log)
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    const visitor = c.env?.visitor
    const requestId = visitor?.requestId ?? randomUUID()
    let session: Promise<RequestSession | null> | undefined
    c.set('requestId', requestId)
    c.set('log', visitor?.log ?? options.log.child({ requestId }))
    c.set('security', visitor ? null : security)
    c.set('clientAddress', visitor?.clientAddress ?? clientAddress(c, options.trustedProxies))
    c.set('readSession', () => {
      session ??= visitor ? visitor.readSession() : options.readSession(c.req.raw.headers)
      return session
    })
    c.set('onSessionsEnded', options.onSessionsEnded ?? (() => () => {}))
    c.set('sessionKey', () => options.sessionKey?.(c.req.raw.headers) ?? null)
    c.set('aside', (wait) => wait())
    c.set('readSessionAnew', readerOf(options.readSession, c.req.raw.headers))
    await next()
    // What is kept for ever is the answer to many requests, and no log says more of one of them.
    if (!c.res.headers.get('cache-control')?.endsWith('immutable')) c.header('x-request-id', requestId)
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
function readerOf(readSession: (headers: Headers) => Promise<RequestSession | null>, headers: Headers) {
  return () => readSession(headers)
}

/** The longest that an address and a port can be written. */
const ADDRESS_LENGTH = 64

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
  return seen && seen.length <= ADDRESS_LENGTH ? seen : (remote ?? 'unknown')
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

/**
 * The wallet that signed in.
 * @throws {Failure} `not_signed_in` for a visitor.
 */
export async function signedInWallet(c: AppContext): Promise<string> {
  const session = await c.var.readSession()
  if (!session) throw new Failure('not_signed_in', 'Sign in with a wallet first.')
  return session.user.address
}

/** Where the request went; the host in it is that of the Host header. */
export function requestOrigin(c: AppContext): string {
  return new URL(c.req.url).origin
}
