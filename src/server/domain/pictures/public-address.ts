import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** All other addresses, also those that embed an IPv4 address, are refused. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Internal although in a public range: Azure's metadata service for its machines. */
const insideAnyway = ['168.63.129.16']

/** Internal by convention, whatever DNS returns for them. */
const insideNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/

/** Refuses this machine, its network and its provider's, multicast, and what is reserved for another use. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false
  const text = parsed.toNormalizedString()
  return !insideAnyway.includes(text) && !ownAddresses().includes(text)
}

/** Internal even if they are in a public range. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ address }) =>
      ipaddr.isValid(address) ? [ipaddr.parse(address).toNormalizedString()] : [],
    ),
  )
}

/** Takes only https on its default port, a public name or address, no credentials. Names are not resolved here. */
export function parsePictureUrl(text: string, ownHosts: readonly string[]): URL | null {
  const url = URL.parse(text)
  // The parser normalizes all notations of an IP address, and converts names to ASCII.
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  const host = hostOf(url)
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  if (ipaddr.isValid(literal)) return isPublicAddress(literal) ? url : null
  if (!host.includes('.') || insideNames.test(host)) return null
  return ownHosts.includes(host) ? null : url
}

export const hostOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.$/, '')
