import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Socket } from 'node:net'
import { type Network, NotPublic, resolveAllowed, ThisServer } from './network.ts'
import { type AddressRanges, hostOf, isPublicAddress, isPublicHost } from './public-address.ts'

/** Why nothing was received. Callers decide what of it whoever chose the address may know. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

const MAX_REDIRECTS = 3

/** For the whole fetch, and for a pause of the remote side, in milliseconds. */
const TIMES = { total: 10_000, idle: 5_000 }

export interface GetOptions {
  network: Network
  /** Of this server, which would ask itself. */
  ownHosts: readonly string[]
  signal: AbortSignal
  /** Headers reveal nothing about the person. */
  headers: Readonly<Record<string, string>>
  maxBytes: number
  /** Also over http, on its usual port; by default over https only. */
  allowsPlain?: boolean
  /** Addresses that the operator allows besides public ones, over http and on any port, too. */
  ranges?: AddressRanges
  times?: Partial<typeof TIMES> | undefined
  /** Decides by status and headers, before anything of the body is read. @throws {Unavailable} */
  admit: (response: IncomingMessage) => void
}

interface Got {
  /** Where the last redirect led. */
  url: URL
  headers: IncomingMessage['headers']
  bytes: Buffer
}

/**
 * Requires that all IP addresses of each host, also of redirects, are allowed, and connects to the checked ones, without
 * another DNS query. The bytes are unverified. @throws {NotPublic | Unavailable}
 */
export async function guardedGet(address: string | URL, options: GetOptions): Promise<Got> {
  const times = { ...TIMES, ...options.times }
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(times.total)])
  try {
    let next = URL.parse(`${address}`)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (!next) throw new NotPublic('it is no web address')
      const url = checkUrl(next, options)
      const response = await get(url, { ...options, signal, times })
      if (!isRedirect(response))
        return { url, headers: response.headers, bytes: await read(response, options) }
      response.destroy()
      next = URL.parse(response.headers.location ?? '', url.href)
    }
    throw new Unavailable('it redirects too often')
  } catch (error) {
    if (error instanceof Unavailable || error instanceof NotPublic) throw error
    throw new Unavailable(signal.aborted ? 'it takes too long' : 'the connection failed', { cause: error })
  }
}

type Rules = Pick<GetOptions, 'ownHosts' | 'allowsPlain' | 'ranges'>

/**
 * What an address says by itself; names are not resolved here. The parser has normalized all notations of an IP address,
 * and converted names to ASCII. @throws {NotPublic}
 */
export function checkUrl(url: URL, { ownHosts, allowsPlain = false, ranges }: Rules): URL {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new NotPublic('it is no web address')
  if (url.username !== '' || url.password !== '') throw new NotPublic('it contains credentials')
  const host = hostOf(url)
  if (ownHosts.includes(host)) throw new ThisServer()
  const mayBePublic = isUsual(url, allowsPlain) && isPublicHost(host)
  if (!mayBePublic && (ranges?.isEmpty ?? true)) throw new NotPublic('its host is not public')
  return url
}

/** On the port of its protocol, which the parser leaves out. */
const isUsual = ({ protocol, port }: URL, allowsPlain: boolean) =>
  port === '' && (allowsPlain || protocol === 'https:')

async function get(
  url: URL,
  { network, ranges, allowsPlain = false, signal, times, headers }: GetOptions & { times: typeof TIMES },
): Promise<IncomingMessage> {
  const host = hostOf(url)
  const mayBePublic = isUsual(url, allowsPlain) && isPublicHost(host)
  const isAllowed = (address: string) =>
    (mayBePublic && isPublicAddress(address)) || (ranges?.includes(address) ?? false)
  const addresses = await resolveAllowed(host, { network, signal, isAllowed })
  const secure = url.protocol === 'https:'
  const to = { host, addresses, ...(url.port !== '' && { port: Number(url.port) }) }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // Without an agent, no connection is reused that was checked for another request.
  const asked = (secure ? secureRequest : plainRequest)(url, {
    method: 'GET',
    headers,
    createConnection: (): Socket => (secure ? network.connect(to) : network.connectPlainly(to)),
    // Usually set by the agent. Without it, the Host header of https would name port 80.
    defaultPort: secure ? 443 : 80,
    signal,
  })
  asked.once('response', resolve)
  asked.on('error', reject)
  asked.setTimeout(times.idle, () => asked.destroy(new Unavailable('it says nothing')))
  asked.end()
  return promise
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => [301, 302, 303, 307, 308].includes(statusCode)

async function read(response: IncomingMessage, { admit, maxBytes }: GetOptions): Promise<Buffer> {
  try {
    admit(response)
    const encoding = response.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') throw new Unavailable('it is packed')
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Unavailable('it is too long')
    const parts: Buffer[] = []
    let length = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length
      if (length > maxBytes) throw new Unavailable('it is too long')
      parts.push(part)
    }
    // The loop also ends without an error if the connection was cut.
    if (!response.complete) throw new Unavailable('it was cut short')
    return Buffer.concat(parts, length)
  } finally {
    response.destroy()
  }
}
