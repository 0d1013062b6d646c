import { Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { limits } from '../../../shared/common/limits.ts'
import { hostOf, isPublicAddress, parsePictureUrl } from './public-address.ts'

export interface Network {
  resolve(host: string, signal: AbortSignal): Promise<string[]>
  /** Opens a TLS connection to one of these checked addresses, under the host's name. */
  connect(to: { host: string; addresses: readonly string[] }): TLSSocket
}

/** Only for the log: the caller must not learn what is behind an address. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

const MAX_REDIRECTS = 3

/** Of one host, because each that does not answer costs time. */
const MAX_ADDRESSES = 4

/** For the whole fetch, and for a pause of the remote side, in milliseconds. */
const TIMES = { total: 10_000, idle: 5_000 }

/** The headers reveal nothing about the viewer. */
const headers = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  'accept-encoding': 'identity',
  'user-agent': 'Bionic',
}

/**
 * Requires that all IP addresses of each host, also of redirects, are public, and connects to the checked ones, without
 * another DNS query. The bytes are unverified. @throws {Unavailable}
 */
export async function fetchPicture(
  address: string,
  options: {
    network: Network
    ownHosts: readonly string[]
    signal: AbortSignal
    times?: Partial<typeof TIMES>
  },
): Promise<Uint8Array> {
  const times = { ...TIMES, ...options.times }
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(times.total)])
  try {
    let next = address
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const url = parsePictureUrl(next, options.ownHosts)
      if (!url) throw new Unavailable('the server does not ask for such an address')
      const addresses = await resolveToPublic(hostOf(url), options.network, signal)
      const response = await get(url, {
        connect: () => options.network.connect({ host: hostOf(url), addresses }),
        idle: times.idle,
        signal,
      })
      if (!isRedirect(response)) return await readPicture(response)
      response.destroy()
      next = URL.parse(response.headers.location ?? '', url.href)?.href ?? ''
    }
    throw new Unavailable('it redirects too often')
  } catch (error) {
    if (error instanceof Unavailable) throw error
    throw new Unavailable(signal.aborted ? 'it takes too long' : 'the connection failed', { cause: error })
  }
}

/** @throws {Unavailable} if even one address is not public, because chance decides which one is used */
async function resolveToPublic(host: string, network: Network, signal: AbortSignal): Promise<string[]> {
  const literal = withoutBrackets(host)
  const addresses = isIP(literal) ? [literal] : await network.resolve(host, signal)
  signal.throwIfAborted()
  if (addresses.length === 0) throw new Unavailable('its host has no address')
  if (!addresses.every(isPublicAddress)) throw new Unavailable('its host is not public')
  return addresses
}

async function get(
  url: URL,
  options: { connect: () => TLSSocket; idle: number; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // Without an agent, no connection is reused that was checked for another request.
  const asked = request(url, {
    method: 'GET',
    headers,
    createConnection: options.connect,
    // Usually set by the agent. Without it, the Host header would name port 80.
    defaultPort: 443,
    signal: options.signal,
  })
  asked.once('response', resolve)
  asked.on('error', reject)
  asked.setTimeout(options.idle, () => asked.destroy(new Unavailable('it says nothing')))
  asked.end()
  return promise
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => [301, 302, 303, 307, 308].includes(statusCode)

/** Some file stores send these for everything; the decoder detects the actual type. */
const anything = ['', 'application/octet-stream', 'binary/octet-stream']

async function readPicture(response: IncomingMessage): Promise<Uint8Array> {
  try {
    if (response.statusCode !== 200) throw new Unavailable(`it answers ${response.statusCode}`)
    const type = (response.headers['content-type'] ?? '').split(';', 1).join().trim().toLowerCase()
    if (!anything.includes(type) && !type.startsWith('image/'))
      throw new Unavailable('it does not say that it is a picture')
    const encoding = response.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') throw new Unavailable('it is packed')
    if (Number(response.headers['content-length'] ?? 0) > limits.uploadBytes)
      throw new Unavailable('it is too long')
    const parts: Buffer[] = []
    let length = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length
      if (length > limits.uploadBytes) throw new Unavailable('it is too long')
      parts.push(part)
    }
    // The loop also ends without an error if the connection was cut.
    if (!response.complete) throw new Unavailable('it was cut short')
    return Buffer.concat(parts, length)
  } finally {
    response.destroy()
  }
}

export const internet: Network = {
  async resolve(host, signal) {
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
}

/** Connects to the first address that answers, whose certificate must be the host's. `options` are for tests. */
export function connectTo(
  { host, addresses }: { host: string; addresses: readonly string[] },
  options: Pick<ConnectionOptions, 'port' | 'ca'> = {},
): TLSSocket {
  const checked = addresses.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: isIP(address) }))
  const [first] = checked
  if (!first) throw new Unavailable('its host has no address')
  const literal = withoutBrackets(host)
  return connect({
    port: 443,
    ...options,
    ALPNProtocols: ['http/1.1'],
    host: literal,
    // An IP address needs no lookup, and is not sent as the server name.
    ...(!isIP(literal) && {
      servername: host,
      lookup: (_host, { all }, found) =>
        all ? found(null, checked) : found(null, first.address, first.family),
    }),
  })
}

const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')
