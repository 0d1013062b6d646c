import { createMiddleware } from 'hono/factory'
import type { Env } from '../../base/env.ts'
import { Failure } from '../../domain/failure.ts'
import type { AppEnv } from '../context.ts'
import { METHODS } from '../request.ts'

/** The longest address in characters: a search in the longest text, every character of it escaped, has a third of that. */
const TARGET_LENGTH = 8_192

/** What a load balancer asks, by whatever name it has for this machine; nothing in the answer depends on the name. */
const probes = new Set(['/healthz', '/readyz'])

/** The first line of a request and its Host header, as they came. */
export interface RequestHead {
  method: string
  /** What stands between the method and the version: a path with a query, or a whole address. */
  target: string
  /** Every Host header that the request has. */
  hosts: readonly string[]
}

/** Lets a request in, or not. */
export type Admission = (head: RequestHead) => {
  /** The path with the query, as routes know it. */
  target: string
  /** Whether the Host header was not looked at and may be anything. */
  anyHost: boolean
}

/**
 * Checks what every request must have right before anything else looks at it: a method that exists here, an address
 * that can only mean a place on this server, and a Host that is this server's.
 * The Host is what keeps a page elsewhere, whose name was made to lead to this machine (DNS rebinding), from talking
 * to a server that trusts its own machine. Names of the loopback are always accepted, since no other machine can be
 * meant by them and a proxy may forward them; besides these the host of PUBLIC_URL and the address that HOST names.
 * @throws {Failure} `method_not_allowed`, `bad_request`, `not_found` or `misdirected_request`
 */
export function createAdmission(env: Pick<Env, 'HOST' | 'PUBLIC_URL'>): Admission {
  const isOwn = ownHosts(env)
  return ({ method, target: written, hosts }) => {
    if (!(METHODS as readonly string[]).includes(method))
      throw new Failure('method_not_allowed', 'This method is not taken anywhere here.')
    if (written.length > TARGET_LENGTH)
      throw new Failure(
        'bad_request',
        `An address can have at most ${TARGET_LENGTH.toLocaleString('en-US')} characters.`,
      )
    const { target, authority } = splitTarget(written)
    const path = checkPath(target)
    if (probes.has(path)) return { target, anyHost: true }
    checkHosts(hosts, authority, isOwn)
    // A browser takes what follows two slashes for another server, so no page can live there.
    if (path.startsWith('//')) throw new Failure('not_found', 'There is nothing at this address.')
    return { target, anyHost: false }
  }
}

/** The same for an app that is asked without a server in front of it: one that is there did it already. */
export function admitted(admit: Admission) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.env?.incoming) return next()
    const { host, pathname, search } = new URL(c.req.url)
    for (const name of new Set([c.req.header('host') ?? host, host]))
      admit({ method: c.req.method, target: pathname + search, hosts: [name] })
    await next()
  })
}

/** A request to a proxy names the whole address (RFC 9112, section 3.2.2); servers have to take that, too. */
function splitTarget(target: string): { target: string; authority?: string } {
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target)
  if (!whole) return { target }
  const [, authority = '', rest = ''] = whole
  return { target: rest.startsWith('/') ? rest : `/${rest}`, authority }
}

/**
 * @returns the path as routes will see it, dot segments resolved
 * @throws {Failure} `bad_request` for what is no path, or means different things to different readers
 */
function checkPath(target: string): string {
  const [path = ''] = target.split('?', 1)
  // What most requests ask for is resolved as it is, and a URL need not be made of it.
  if (plainPath.test(path) && target === path) return path
  // A URL drops tabs and newlines, and takes a backslash in a path for a slash.
  const isPlain = /^\/[!-~]*$/.test(target) && !target.includes('#') && !path.includes('\\')
  const resolved = isPlain ? URL.parse(`http://localhost${target}`)?.pathname : undefined
  if (resolved === undefined)
    throw new Failure('bad_request', 'The address of the request is not one that a server can have.')
  return resolved
}

/** Nothing that a parser of addresses would read as anything else. */
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

/** `localhost` and names under it, which browsers never look up, and the addresses of the loopback. */
const loopbackName = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

function ownHosts({ HOST, PUBLIC_URL }: Pick<Env, 'HOST' | 'PUBLIC_URL'>): (host: string) => boolean {
  const publicUrl = PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL)
  const named = URL.parse(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}`)?.hostname
  // These two stand for every address of the machine.
  const listening = named === '0.0.0.0' || named === '[::]' ? undefined : named
  const own = (host: string) => {
    // Parsed with the public address's scheme, a port that the scheme implies is left out in both.
    const asked = URL.parse(`${publicUrl?.protocol ?? 'http:'}//${host}`)
    if (!asked) return false
    return asked.host === publicUrl?.host || asked.hostname === listening || loopbackName.test(asked.hostname)
  }
  // Nearly every request has the same one.
  let last: string | undefined
  return (host) => {
    if (host === last) return true
    if (!own(host)) return false
    last = host
    return true
  }
}
