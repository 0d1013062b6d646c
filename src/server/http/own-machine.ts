import type { AppContext } from './context.ts'

/** Headers that proxies add to forwarded requests. */
const marksOfProxies =
  /^(?:forwarded|via|x-forwarded-\w+|x-real-ip|x-client-ip|true-client-ip|(?:cf|fastly|fly|x-cluster)-.*)$/

const loopbackAddress = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i
const loopbackHost = /^(?:localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/**
 * Whether a request came from this machine, judged by its socket; what a proxy here forwarded came from elsewhere. The
 * in-process requests of a first paint count like the page's request.
 */
export function isFromThisMachine(c: AppContext): boolean {
  const { incoming } = c.env ?? {}
  if (!incoming || Object.keys(incoming.headers).some((name) => marksOfProxies.test(name))) return false
  return loopbackAddress.test(incoming.socket.remoteAddress ?? '')
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

function isOpenedHere(c: AppContext): boolean {
  if (!isFromThisMachine(c)) return false
  const { incoming } = c.env
  // Browsers do not use HTTP/1.0; some proxies do, and send this machine as the host by default.
  return incoming?.httpVersion !== '1.0' && loopbackHost.test(incoming?.headers.host ?? '')
}
