import { Resolver } from 'node:dns/promises'
import { connect as connectPlainly, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectSecurely, type TLSSocket } from 'node:tls'
import { isOwnAddress, isPublicAddress, withoutBrackets } from './public-address.ts'

/** Where a connection goes: to one of these checked addresses, under the host's name. */
interface Destination {
  host: string
  addresses: readonly string[]
  /** By default 443. */
  port?: number
}

/** The internet, or what a test puts in its place. */
export interface Network {
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  connect(to: Destination): TLSSocket
  /** Without TLS: to pages of the web, and to addresses that the operator allows. */
  connectPlainly(to: Destination): Socket
}

/** A host that no connection may be made to. */
export class NotPublic extends Error {
  override name = 'NotPublic'
}

/** This server, which would ask itself. */
export class ThisServer extends NotPublic {
  constructor() {
    super('it is this server')
  }
}

/** What each request to a model is sent with: agents could have each other as models, and ask each other for ever. */
export const agentMark = { 'x-asking-agent': 'bionic' }

/** A host that has no address. */
export class Unresolved extends Error {
  override name = 'Unresolved'
}

/** Of one host, because each that does not answer costs time. */
const MAX_ADDRESSES = 4

/**
 * The addresses of a host, all of which are allowed, because chance decides which one is used.
 * @throws {NotPublic | Unresolved}
 */
export async function resolveAllowed(
  host: string,
  { network, signal, isAllowed = isPublicAddress }: ResolveOptions,
): Promise<string[]> {
  const literal = withoutBrackets(host)
  const addresses = isIP(literal) ? [literal] : await network.resolve(host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new Unresolved('its host has no address')
  if (!addresses.every((address) => isAllowed(address))) throw new NotPublic('its host is not public')
  return addresses
}

interface ResolveOptions {
  network: Pick<Network, 'resolve'>
  signal: AbortSignal
  isAllowed?: (address: string) => boolean
}

export const internet: Network = {
  async resolve(host, signal) {
    // No name server is asked for it (RFC 6761).
    if (/(^|\.)localhost$/.test(host)) return ['127.0.0.1']
    // Unlike the system's, it blocks no thread, reads no hosts file, and can be cancelled.
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      return found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  },
  connect: connectTo,
  connectPlainly: (to) => connectPlainly({ ...targetOf(to), port: to.port ?? 80 }),
}

/** A network without the server that listens on a port of this machine, whatever name it is asked by. */
export function withoutServer(network: Network, port: number | undefined): Network {
  const require = (to: Destination, usualPort: number) => {
    if ((to.port ?? usualPort) === port && to.addresses.some(isOwnAddress)) throw new ThisServer()
    return to
  }
  return {
    resolve: (host, signal) => network.resolve(host, signal),
    connect: (to) => network.connect(require(to, 443)),
    connectPlainly: (to) => network.connectPlainly(require(to, 80)),
  }
}

/** Connects to the first address that answers, whose certificate must be the host's. `options` are for tests. */
export function connectTo(to: Destination, options: Pick<ConnectionOptions, 'port' | 'ca'> = {}): TLSSocket {
  const target = targetOf(to)
  return connectSecurely({
    port: to.port ?? 443,
    ...options,
    ALPNProtocols: ['http/1.1'],
    ...target,
    // An IP address is not sent as the server name.
    ...(!isIP(target.host) && { servername: to.host }),
  })
}

/** What the connection's own lookup finds are the checked addresses, whatever the name means by then. */
function targetOf({ host, addresses }: Destination) {
  const checked = addresses.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: isIP(address) }))
  const [first] = checked
  if (!first) throw new Unresolved('its host has no address')
  const literal = withoutBrackets(host)
  const lookup: ConnectionOptions['lookup'] = (_host, { all }, found) =>
    all ? found(null, checked) : found(null, first.address, first.family)
  return { host: literal, ...(!isIP(literal) && { lookup }) }
}
