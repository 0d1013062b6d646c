import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** All other addresses, also those that embed an IPv4 address, are refused. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** For protocols (RFC 2928), not for hosts. */
const forProtocols = ipaddr.parseCIDR('2001::/23') as [ipaddr.IPv6, number]

/** With 5efe after them, an IPv4 address of ISATAP follows (RFC 5214), in whatever public prefix. */
const isatap = [0x0000, 0x0200, 0x0100, 0x0300]

/** Internal although in a public range: Azure's metadata service for its machines. */
const insideAnyway = ['168.63.129.16']

/** Internal by convention, whatever DNS returns for them. */
const internalNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/

/** Refuses this machine, its network and its provider's, multicast, and what is reserved for another use. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv6 && !isHost(parsed)) return false
  const text = parsed.toNormalizedString()
  return !insideAnyway.includes(text) && !ownAddresses().includes(text)
}

function isHost(address: ipaddr.IPv6): boolean {
  const [, , , , flags = 0, kind] = address.parts
  const isEmbedded = kind === 0x5efe && isatap.includes(flags)
  return address.match(globalUnicast) && !address.match(forProtocols) && !isEmbedded
}

/** Whether a connection to an address ends at this machine. */
export function isOwnAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const isLoopback = parsed.range() === 'loopback' || parsed.range() === 'unspecified'
  return isLoopback || ownAddresses().includes(parsed.toNormalizedString())
}

/** Internal even if they are in a public range. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ address }) =>
      ipaddr.isValid(address) ? [ipaddr.parse(address).toNormalizedString()] : [],
    ),
  )
}

export const hostOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.$/, '')

export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

/** Whether a host may be somebody else's as far as its text says: names are not resolved here. */
export function isPublicHost(host: string): boolean {
  const literal = withoutBrackets(host)
  if (ipaddr.isValid(literal)) return isPublicAddress(literal)
  return host.includes('.') && !internalNames.test(host)
}

/** Ranges of addresses in CIDR notation. */
export class AddressRanges {
  readonly #ranges: [ipaddr.IPv4 | ipaddr.IPv6, number][]

  /** @throws {Error} if one is not in CIDR notation */
  constructor(ranges: readonly string[]) {
    this.#ranges = ranges.map((range) => ipaddr.parseCIDR(range))
  }

  get isEmpty(): boolean {
    return this.#ranges.length === 0
  }

  /** An IPv4 address that is embedded in an IPv6 one is in the range of the IPv4 one. */
  includes(address: string): boolean {
    if (!ipaddr.isValid(address) || address.includes('%')) return false
    const parsed = ipaddr.process(address)
    return this.#ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits))
  }
}
