import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** What IPv6 has given out for the public; everything else, addresses that carry an IPv4 one among it, is not asked. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Public by its number, and yet inside: Azure answers its machines' questions about themselves there. */
const insideAnyway = ['168.63.129.16']

/** Names that lead inside by convention, whatever DNS says of them. */
const insideNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/

/**
 * Whether an IP address belongs to the public internet: not to this machine, its network, a network of its provider, a
 * group, or to anything that is set aside for another use.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false
  const text = parsed.toNormalizedString()
  return !insideAnyway.includes(text) && !ownAddresses().includes(text)
}

/** A public address of this very machine leads inside, too. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.flatMap(({ address }) =>
      ipaddr.isValid(address) ? [ipaddr.parse(address).toNormalizedString()] : [],
    ),
  )
}

/**
 * The address of a picture on the web, where it is one that the server may ask for at all: https on its own port, by a
 * name that may be public or by a public number, without credentials, and not of the server itself. Null otherwise. What
 * a name leads to is not known yet.
 * @param ownHosts the host names under which people reach this server
 */
export function parsePictureUrl(text: string, ownHosts: readonly string[]): URL | null {
  const url = URL.parse(text)
  // The parser has brought every notation of a number into its one form, and a name into its ASCII form.
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null
  const host = hostOf(url)
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  if (ipaddr.isValid(literal)) return isPublicAddress(literal) ? url : null
  if (!host.includes('.') || insideNames.test(host)) return null
  return ownHosts.includes(host) ? null : url
}

/** The host without the dot that a name may end with. */
export const hostOf = (url: URL): string => url.hostname.toLowerCase().replace(/\.$/, '')
