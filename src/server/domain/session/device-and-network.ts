import { isIPv4, isIPv6 } from 'node:net'

/** In this order: most browsers also name those that they descend from. */
const browsers: readonly [RegExp, string][] = [
  [/\b(Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(OPR|OPT|OPiOS|Opera)[/ ]/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
]

/** In this order: a phone with Android also says Linux, an iPhone that it is like a Mac. */
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** Programs that are no browsers. */
const programs: readonly [RegExp, string][] = [
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/^(node|undici)\b/i, 'A Node.js program'],
  [/^python-requests\/|^Python\/|^python-httpx\//, 'A Python program'],
]

/**
 * What a `User-Agent` says, in words out of a closed list, such as `Chrome on Android`. It can say anything, so none of
 * its own text is passed on, and what it does not say is not guessed. Safari on an iPad says that it is on a Mac.
 */
export function deviceOf(userAgent: string): string {
  const browser = firstOf(browsers, userAgent)
  const system = firstOf(systems, userAgent)
  if (browser === 'Safari' && system === 'macOS') return 'Safari on macOS or iPad'
  if (browser && system) return `${browser} on ${system}`
  if (browser) return browser
  if (system) return `An unknown browser on ${system}`
  return firstOf(programs, userAgent) ?? 'An unknown device'
}

function firstOf(words: readonly [RegExp, string][], text: string): string | undefined {
  return words.find(([pattern]) => pattern.test(text))?.[1]
}

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
