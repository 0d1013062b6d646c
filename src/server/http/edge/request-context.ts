import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Logger } from '../../base/log.ts'
import { parseTraceparent } from '../../base/telemetry/trace-context.ts'
import { Failure } from '../../domain/failure.ts'
import type { RequestSession } from '../../domain/session/identity.ts'
import type { AppEnv, Permissions, RequestVariables } from '../context.ts'
import { withUsualHeaders } from '../request.ts'
import { SecurityLog } from '../security-log.ts'

/** Sets the id, the log and the session access of every request, and logs the result. */
export function requestContext(options: {
  log: Logger
  trustedProxies: number
  onSessionsEnded?: RequestVariables['onSessionsEnded']
  readSession: (headers: Headers) => Promise<RequestSession | null>
  sessionKey?: (headers: Headers) => string | null
  permissions?: Permissions
}) {
  const security = new SecurityLog(options.log)
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    const visitor = c.env?.visitor
    const requestId = visitor?.requestId ?? randomUUID()
    let session: Promise<RequestSession | null> | undefined
    c.set('requestId', requestId)
    // Without a proxy anybody could join the traces of others.
    const isTrusted = options.trustedProxies > 0 && !visitor
    const remoteTrace = isTrusted ? parseTraceparent(c.req.header('traceparent')) : undefined
    c.set('remoteTrace', remoteTrace)
    c.set(
      'log',
      visitor?.log ?? options.log.child({ requestId, ...(remoteTrace && { traceId: remoteTrace.traceId }) }),
    )
    c.set('security', visitor ? null : security)
    c.set('clientAddress', visitor?.clientAddress ?? clientAddress(c, options.trustedProxies))
    c.set('readSession', () => {
      session ??= visitor ? visitor.readSession() : options.readSession(c.req.raw.headers)
      return session
    })
    c.set('onSessionsEnded', options.onSessionsEnded ?? (() => () => {}))
    c.set('sessionKey', () => options.sessionKey?.(c.req.raw.headers) ?? null)
    c.set('permissions', options.permissions ?? nobodySuspended)
    c.set('aside', (wait) => wait())
    c.set('readSessionAgain', readerOf(options.readSession, c.req.raw.headers))
    await withUsualHeaders(c, { 'x-request-id': requestId }, next)
    const log = c.get('log')
    if (!log.isLevelEnabled('debug')) return
    log.debug(
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

/** Of an app without a desk. */
const nobodySuspended: Permissions = {
  require: async () => {},
  requireOperator() {
    throw new Failure('forbidden', 'Nobody runs this place.')
  },
}

/** A function of its own, so that a reader keeps only the headers of the request in memory, however long it is kept. */
function readerOf(readSession: (headers: Headers) => Promise<RequestSession | null>, headers: Headers) {
  return () => readSession(headers)
}

/** Maximum length of an address with a port. */
const ADDRESS_LENGTH = 64

function clientAddress(c: Context<AppEnv>, trustedProxies: number): string {
  const forwarded = c.req.header('x-forwarded-for') ?? ''
  try {
    return addressOf(forwarded, getConnInfo(c).remote.address, trustedProxies)
  } catch {
    return addressOf(forwarded, 'in-process', trustedProxies)
  }
}

/** Returns the address that the last trusted proxy reported in X-Forwarded-For, or that of the connection. */
export function addressOf(forwarded: string, remote: string | undefined, trustedProxies: number): string {
  const seen = trustedProxies > 0 ? forwarded.split(',').at(-trustedProxies)?.trim() : undefined
  return seen && seen.length <= ADDRESS_LENGTH ? seen : (remote ?? 'unknown')
}

/** API responses depend on the viewer and the time, so no cache may store them. */
export const neverStored = createMiddleware<AppEnv>(async (c, next) => {
  await withUsualHeaders(c, NO_STORE, next)
})

const NO_STORE = { 'cache-control': 'no-store' }
