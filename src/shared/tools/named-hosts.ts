interface Address {
  hostname: string
  search: string
  username: string
  password: string
}

/** The standard's parser, which browsers and Node have alike. */
declare const URL: { parse(text: string): Address | null }

/** With their scheme, up to what ends a host in a text. Without one: labels with dots between them. */
const withScheme = /https?:\/\/(?:\[[\da-f:.]+\]|[^\s<>"'`\\/?#()[\]{},;!*|]+)/giu
const bare = /(?<![\p{L}\p{M}\p{N}._-])[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{M}\p{N}-]+)+/gu

/** Names of files end so more often than names of hosts: whoever writes README.md names no host. */
const fileEnding = /\.(?:md|mov|pl|ps|py|rs|sh|zip)$/i
const hostEnding = /\.(?:\p{L}{2,}|xn--[a-z\d-]+)$/iu
const fourNumbers = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** As browsers write it, without `www.`, which leads to the same place. */
function hostOf({ hostname }: Address): string {
  return hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '')
}

/** The hosts that these texts name, in addresses or alone. */
export function hostsNamedIn(texts: readonly string[]): Set<string> {
  const hosts = new Set<string>()
  const add = (address: string) => {
    const url = URL.parse(address)
    if (url && url.hostname !== '') hosts.add(hostOf(url))
  }
  for (const text of texts) {
    for (const [address] of text.matchAll(withScheme)) add(address)
    for (const [name] of text.matchAll(bare)) {
      const isHost = fourNumbers.test(name) || (hostEnding.test(name) && !fileEnding.test(name))
      if (isHost) add(`http://${name}`)
    }
  }
  return hosts
}

/**
 * Whether an address in an agent's answer may be loaded or led to: one that carries something to a host must lead to a
 * named one. A name covers no names below it, which may be somebody else's. Mail that is written beforehand is never.
 */
export function isNamedAddress(address: string, named: ReadonlySet<string>): boolean {
  const url = URL.parse(address)
  if (!url) return false
  const carries = url.search !== '' || url.username !== '' || url.password !== ''
  return !carries || (url.hostname !== '' && named.has(hostOf(url)))
}
