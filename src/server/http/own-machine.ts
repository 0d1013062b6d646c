import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AppContext } from './context.ts'

/** Headers that proxies add to forwarded requests. */
const marksOfProxies =
  /^(?:forwarded|via|x-forwarded-\w+|x-real-ip|x-client-ip|true-client-ip|(?:cf|fastly|fly|x-cluster)-.*)$/

const loopbackAddress = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i
const loopbackHost = /^(?:localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/** Returns every Host header. Node's own object of distinct headers would be built for each request that reads it. */
export function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
}

/**
 * Whether a request was made on this machine by a loopback address, judged by its socket; what a proxy here forwarded came
 * from elsewhere, as far as it shows. The Host is the one that was sent, since a page elsewhere can make its own name
 * resolve to this machine. The in-process requests of a first paint count like the page's request.
 */
export function isOpenedHere(c: AppContext): boolean {
  const { incoming } = c.env ?? {}
  if (!incoming || !loopbackAddress.test(incoming.socket.remoteAddress ?? '') || isForwarded(incoming))
    return false
  const [host = '', ...more] = hostsOf(incoming)
  return more.length === 0 && loopbackHost.test(host)
}

/**
 * Where nothing else is configured, nginx names this machine as the host, adds no header, and speaks HTTP/1.0, or says
 * `close` or `upgrade` in HTTP/1.1. Browsers, curl and Prometheus do none of that.
 */
function isForwarded({ httpVersion, headers }: IncomingMessage): boolean {
  if (httpVersion === '1.0' || /\b(?:close|upgrade)\b/i.test(headers.connection ?? '')) return true
  return Object.keys(headers).some((name) => marksOfProxies.test(name))
}

/** Whether an `Authorization` header has the token of the metrics. */
export function bringsToken(authorization: string | undefined, token: string | undefined): boolean {
  const brought = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined || brought === undefined) return false
  // Digests have equal lengths, as the constant-time comparison requires.
  return timingSafeEqual(digest(brought), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Creates a check for the operator, so that a screen can show what only the operator can act on: one of the configured
 * wallets, or, without proxies and a public address, a person at this machine who opened the product by a loopback
 * address. The latter is a convenience and no protection: any request can choose its headers.
 */
export function operatorOf(env: {
  PUBLIC_URL?: string | undefined
  TRUSTED_PROXIES: number
  OPERATORS?: readonly string[] | undefined
}): (c: AppContext) => Promise<boolean> {
  const { OPERATORS: wallets = [] } = env
  const isForOthers =
    env.TRUSTED_PROXIES > 0 ||
    (env.PUBLIC_URL !== undefined && !loopbackHost.test(new URL(env.PUBLIC_URL).host))
  return async (c) => {
    if (!isForOthers && isOpenedHere(c)) return true
    if (wallets.length === 0) return false
    const session = await c.get('readSession')()
    return session !== null && wallets.includes(session.user.address)
  }
}
