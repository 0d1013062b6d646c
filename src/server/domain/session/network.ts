import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network of an address, such as `203.0.113.x` or `2001:db8:1:x`: enough for its owner to know a place again, and
 * less than their address for whoever gets hold of one of their sessions. Null for what is no address.
 */
export function networkOf(address: string): string | null {
  const plain = address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))) return 'this server’s machine'
  if (isIPv4(plain)) return plain.replace(/\d+$/, 'x')
  if (!isIPv6(plain)) return null
  const [head = ''] = plain.toLowerCase().split('::')
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}:x`
}
