import { isIPv4, isIPv6 } from 'node:net'

/** The order matters: most browsers also contain the names of those they are based on. */
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

/** The order matters: Android's user agent also contains Linux, an iPhone's also Mac OS X. */
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const programs: readonly [RegExp, string][] = [
  [/^curl\//, 'curl'],
  [/^Wget\//, 'Wget'],
  [/^(node|undici)\b/i, 'A Node.js program'],
  [/^python-requests\/|^Python\/|^python-httpx\//, 'A Python program'],
]

/** From a closed list, such as `Chrome on Android`: none of its own text is used. Safari on an iPad says Mac. */
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

/** Such as `203.0.113.x`: whoever gets access to a session does not learn the address. Null if it is none. */
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
