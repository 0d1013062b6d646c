import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'
import type { Logger } from '../../base/log.ts'
import type { AppEnv } from '../context.ts'

/** Address ranges of peers that are not public visitors but can be a proxy. */
const nearby: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/**
 * Warns once of a proxy that `TRUSTED_PROXIES` does not count. Visitors can forge the header as well: without a public
 * address it is only believed if the peer is nearby.
 * @param onFound called then
 */
export function warnOfProxy(
  env: { TRUSTED_PROXIES: number; PUBLIC_URL?: string | undefined },
  log: Pick<Logger, 'warn'>,
  onFound: () => void = () => {},
) {
  let isDone = env.TRUSTED_PROXIES > 0
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!isDone && c.req.header('x-forwarded-for') !== undefined) {
      const peer = c.env?.incoming?.socket.remoteAddress
      if (env.PUBLIC_URL !== undefined || isNearby(peer)) {
        isDone = true
        onFound()
        log.warn(
          { peer },
          'a request came with X-Forwarded-For, and TRUSTED_PROXIES is 0: if a proxy stands before this server, all ' +
            'visitors count as its one address and share the limits of one; set TRUSTED_PROXIES to the number of ' +
            'proxies that append to the header, usually 1',
        )
      }
    }
    await next()
  })
}

function isNearby(peer: string | undefined): boolean {
  const address = peer?.replace(/%.*$/, '')
  return address !== undefined && ipaddr.isValid(address) && nearby.includes(ipaddr.process(address).range())
}
