import type { AppContext } from './context.ts'

/** What proxies add to what they pass on. */
const marksOfProxies =
  /^(?:forwarded|via|x-forwarded-\w+|x-real-ip|x-client-ip|true-client-ip|(?:cf|fastly|fly|x-cluster)-.*)$/

const loopbackAddress = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i
const loopbackHost = /^(?:localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/**
 * Whether a request came from this machine itself, by its socket. What a proxy on this machine passed on came from
 * elsewhere. The requests of a first paint, asked in-process, count as the one for the page.
 */
export function isFromThisMachine(c: AppContext): boolean {
  const { incoming } = c.env ?? {}
  if (!incoming || Object.keys(incoming.headers).some((name) => marksOfProxies.test(name))) return false
  return loopbackAddress.test(incoming.socket.remoteAddress ?? '')
}

/**
 * Tells the operator from visitors, for what a screen says that only the operator can act on: somebody at this machine who
 * opened the place by a loopback address. Nobody is, where the place is for others: behind proxies, or at a public address.
 * It is a courtesy and no protection: whoever can write a request can write its headers.
 */
export function operatorOf(env: {
  PUBLIC_URL?: string | undefined
  TRUSTED_PROXIES: number
}): (c: AppContext) => boolean {
  const isForOthers =
    env.TRUSTED_PROXIES > 0 ||
    (env.PUBLIC_URL !== undefined && !loopbackHost.test(new URL(env.PUBLIC_URL).host))
  return (c) => {
    if (isForOthers || !isFromThisMachine(c)) return false
    const { incoming } = c.env
    // Browsers speak no HTTP/1.0; some proxies do, and name this machine as the host unless they are told otherwise.
    return incoming?.httpVersion !== '1.0' && loopbackHost.test(incoming?.headers.host ?? '')
  }
}
