import { createMiddleware } from 'hono/factory'
import type { Env } from '../../base/env.ts'
import { Failure } from '../../domain/failure.ts'
import type { AppEnv } from '../context.ts'
import { bringsToken } from '../own-machine.ts'
import { METHODS } from '../request.ts'

/** In characters: a search for the longest text with every character escaped has a third of that. */
const TARGET_LENGTH = 8_192

/** Paths that load balancers request under any host name; the responses do not depend on the host. */
const probes = new Set(['/healthz', '/readyz'])

interface RequestHead {
  method: string
  /** The request target: a path with a query, or an absolute URL. */
  target: string
  hosts: readonly string[]
  authorization?: string | undefined
}

type Admission = (head: RequestHead) => {
  target: string
  /** Whether the Host header was not checked and may have any value. */
  anyHost: boolean
}

/**
 * Checks what every request must satisfy: a method that exists here, a target that can only mean a path on this server,
 * and a Host of this server. The last prevents DNS rebinding: a page elsewhere, whose name was made to resolve to this
 * machine, must not talk to a server that trusts its own machine. Loopback names cannot mean another machine, and a
 * proxy may forward them.
 * @throws {Failure} `method_not_allowed`, `bad_request`, `not_found` or `misdirected_request`
 */
export function createAdmission(env: Pick<Env, 'HOST' | 'PUBLIC_URL' | 'METRICS_TOKEN'>): Admission {
  const isOwn = ownHosts(env)
  return ({ method, target: written, hosts, authorization }) => {
    if (!(METHODS as readonly string[]).includes(method))
      throw new Failure('method_not_allowed', 'This method is not supported here.')
    if (written.length > TARGET_LENGTH)
      throw new Failure(
        'bad_request',
        `An address can have at most ${TARGET_LENGTH.toLocaleString('en-US')} characters.`,
      )
    const { target, authority } = splitTarget(written)
    const path = checkPath(target)
    if (probes.has(path)) return { target, anyHost: true }
    // Prometheus asks each server at its own address. A page elsewhere, which must not get here, has no token.
    if (path === '/metrics' && bringsToken(authorization, env.METRICS_TOKEN)) return { target, anyHost: true }
    checkHosts(hosts, authority, isOwn)
    // A browser takes what follows two slashes for another host, so no page can have such an address.
    if (path.startsWith('//')) throw new Failure('not_found', 'There is nothing at this address.')
    return { target, anyHost: false }
  }
}

/** The same check as middleware, for an app without an HTTP server in front of it, which would have done it already. */
export function admitted(admit: Admission) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.env?.incoming) return next()
    const { host, pathname, search } = new URL(c.req.url)
    const authorization = c.req.header('authorization')
    for (const name of new Set([c.req.header('host') ?? host, host]))
      admit({ method: c.req.method, target: pathname + search, hosts: [name], authorization })
    await next()
  })
}

/** A request to a proxy has an absolute URL; servers have to accept that as well (RFC 9112, section 3.2.2). */
function splitTarget(target: string): { target: string; authority?: string } {
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target)
  if (!whole) return { target }
  const [, authority = '', rest = ''] = whole
  return { target: rest.startsWith('/') ? rest : `/${rest}`, authority }
}

/**
 * Resolves dot segments. @throws {Failure} `bad_request` for no path, or one that readers could interpret differently
 */
function checkPath(target: string): string {
  const [path = ''] = target.split('?', 1)
  // Most paths resolve to themselves, so no URL has to be parsed.
  if (plainPath.test(path) && target === path) return path
  // A URL parser drops tabs and newlines and treats a backslash in a path as a slash.
  const isPlain = /^\/[!-~]*$/.test(target) && !target.includes('#') && !path.includes('\\')
  const resolved = isPlain ? URL.parse(`http://localhost${target}`)?.pathname : undefined
  if (resolved === undefined) throw new Failure('bad_request', 'The request’s address is not valid.')
  return resolved
}

/** A path that every URL parser leaves unchanged. */
const plainPath = /^(?:\/[\w-]+)+$/

function checkHosts(
  hosts: readonly string[],
  authority: string | undefined,
  isOwn: (host: string) => boolean,
): void {
  const [host, ...more] = hosts
  if (host === undefined || more.length > 0)
    throw new Failure('bad_request', 'A request needs exactly one Host header.')
  for (const name of authority === undefined ? [host] : [authority, host]) {
    if (!hostHeader.test(name)) throw new Failure('bad_request', 'The request names no host.')
    if (!isOwn(name))
      throw new Failure(
        'misdirected_request',
        'This server does not answer to the name in the Host header. If people use that name, set PUBLIC_URL to the address that they open.',
      )
  }
  if (authority !== undefined && authority.toLowerCase() !== host.toLowerCase())
    throw new Failure('bad_request', 'The Host header must be the host of the address.')
}

const hostHeader = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

/** Matches `localhost` and names under it, which browsers never look up, and the loopback addresses. */
const loopbackName = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

function ownHosts({ HOST, PUBLIC_URL }: Pick<Env, 'HOST' | 'PUBLIC_URL'>): (host: string) => boolean {
  const publicUrl = PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL)
  const named = URL.parse(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}`)?.hostname
  // These two mean every address of the machine.
  const listening = named === '0.0.0.0' || named === '[::]' ? undefined : named
  const own = (host: string) => {
    // Parsing with the public address's scheme removes that scheme's default port on both sides.
    const asked = URL.parse(`${publicUrl?.protocol ?? 'http:'}//${host}`)
    if (!asked) return false
    return asked.host === publicUrl?.host || asked.hostname === listening || loopbackName.test(asked.hostname)
  }
  // Nearly every request has the same Host.
  let last: string | undefined
  return (host) => {
    if (host === last) return true
    if (!own(host)) return false
    last = host
    return true
  }
}
