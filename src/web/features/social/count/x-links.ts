import topLevelDomains from 'tlds' with { type: 'json' }

/** A link in a text, as UTF-16 indices; `end` is exclusive. */
interface Span {
  start: number
  end: number
}

const known = new Set(topLevelDomains)
const longestOther = Math.max(
  ...topLevelDomains.filter((name) => /[^a-z]/.test(name)).map((name) => name.length),
)

/** Letters that an address may have besides a to z: accented Latin ones, with their combining marks. */
const accented = 'À-ÖØ-öø-ɏɓɔɖɗəɛɣɨɯɲʉʻ\\u0300-\\u036fḀ-ỿ'

/** Names and the dots between them: everything except signs, spaces and direction marks. */
const dotted =
  /(?:[^!'#%&()*+,\\./:;<=>?@[\]^{|}~$\s\u0085\u180e\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\.)+/gu
const asciiNames = new RegExp(`(?:[-0-9a-z${accented}]+\\.)+`, 'gi')

const pathSign = `[-0-9a-zЀ-ӿ${accented}!*';:=+,.$/%#[\\]–_~@|&]`
const bracketed = `\\((?:${pathSign}+|${pathSign}*\\(${pathSign}+\\)${pathSign}*)\\)`
const pathEnd = `(?:[-0-9a-zЀ-ӿ${accented}+=_#/]|${bracketed})`
const query = `\\?[-0-9a-z!?*'@();:&=+$/%#[\\]_.,~|]*[-0-9a-z_&=#/]`
/** What may follow the name: a port, a path (which ends in no full stop and in no open bracket), a query. */
const rest = new RegExp(`(?::[0-9]+)?(/(?:(?:${pathSign}|${bracketed})*${pathEnd})?)?(?:${query})?`, 'iy')
const shortened = new RegExp(`https?://t\\.co/([0-9a-z]+)(?:${query})?`, 'iy')

/** Characters directly after which a link does not begin. */
const inAWord = /[0-9A-Za-z@＠$#＃]/
const notBefore = /[-_./]/

const MAX_LABEL = 63
const MAX_ADDRESS = 4_096
const MAX_SHORTENED = 40
const PROTOCOL = 'https://'

/** Null if there is none, or if the word continues after it. */
function topLevelEnd(text: string, from: number): number | null {
  const name = text.slice(from, from + MAX_LABEL).toLowerCase()
  const ascii = /^[-0-9a-z]*/.exec(name)?.[0] ?? ''
  if (/^xn--./.test(ascii)) return from + ascii.length
  const ends = (length: number) =>
    known.has(name.slice(0, length)) && !/[-0-9a-z@+]/.test(name.charAt(length))
  if (ends(ascii.length)) return from + ascii.length
  for (let length = longestOther; length > ascii.length; length--) if (ends(length)) return from + length
  return null
}

/** Whether a part of a name is a valid DNS label, also in its ASCII form. */
function isLabel(label: string): boolean {
  if (label.length > MAX_LABEL || !/^[^_-](?:.*[^_-])?$/su.test(label)) return false
  if (/^[\w-]+$/.test(label)) return true
  if (/^xn--/i.test(label)) return false
  if (!URL.canParse(PROTOCOL + label)) return true
  return new URL(PROTOCOL + label).hostname.split('.').every((part) => part.length <= MAX_LABEL)
}

/** The end, at most `to`, of the longest domain that begins at `from`; underscores are allowed only in subdomains. */
function domainEnd(text: string, from: number, to: number): number | null {
  let found: number | null = null
  let before = ''
  for (let at = from; at < to; ) {
    if (before !== '' && !before.includes('_')) found = topLevelEnd(text, at) ?? found
    const rest = text.slice(at, to)
    const dot = rest.indexOf('.')
    const label = dot === -1 ? rest : rest.slice(0, dot)
    if (!isLabel(label)) break
    before = label
    at += label.length + 1
  }
  return found
}

/** The ASCII domains within a longer name, such as one at the end of a sentence without spaces. */
function* asciiDomains(text: string, from: number, to: number): Generator<Span> {
  // Labels of a domain are short, but the word after it may have any length.
  const domain = text.slice(from, to)
  asciiNames.lastIndex = 0
  for (let names = asciiNames.exec(domain); names; names = asciiNames.exec(domain)) {
    const start = from + names.index
    for (let dot = start + names[0].length - 1; dot > start; dot = text.lastIndexOf('.', dot - 1)) {
      const end = topLevelEnd(text, dot + 1)
      if (end !== null && end <= to) {
        yield { start, end }
        asciiNames.lastIndex = end - from
        break
      }
    }
  }
}

function addressEnd(text: string, from: number): { end: number; hasPath: boolean } {
  rest.lastIndex = from
  const match = rest.exec(text)
  return { end: from + (match?.[0].length ?? 0), hasPath: match?.[1] !== undefined }
}

function withProtocol(text: string, start: number, end: number): Span[] {
  shortened.lastIndex = start
  const short = shortened.exec(text)
  if (short) return (short[1] ?? '').length > MAX_SHORTENED ? [] : [{ start, end: shortened.lastIndex }]
  return end - start > MAX_ADDRESS ? [] : [{ start, end }]
}

/** Without a protocol only ASCII letters form the link, not the word before them; a query needs a path. */
function withoutProtocol(text: string, from: number, domain: number, free: boolean): Span[] {
  const found = [...asciiDomains(text, from, domain)].filter(
    ({ start }) => free || (start > from && !notBefore.test(text.charAt(start - 1))),
  )
  const last = found.at(-1)
  if (!last) return []
  const { end, hasPath } = addressEnd(text, domain)
  if (hasPath && last.end === domain) last.end = end
  return PROTOCOL.length + end - from > MAX_ADDRESS ? [] : found
}

/**
 * X recognises http and https, and a bare domain with an existing top-level domain. A link does not begin right after a
 * letter, a digit, `@`, `#` or `$`, and a bare one also not after `-`, `_`, `.` or `/`.
 */
export function findLinks(text: string): Span[] {
  const links: Span[] = []
  let read = 0
  for (const run of text.matchAll(dotted)) {
    const runEnd = run.index + run[0].length
    for (let at = Math.max(run.index, read); at < runEnd; ) {
      // A link must follow other text, or the beginning; it can't begin within what was read as part of another link.
      if (text[at] === '.' || (at > 0 && at === read && !inAWord.test(text.charAt(at)))) {
        at++
        continue
      }
      const gap = run[0].indexOf('..', at - run.index)
      const end = gap === -1 ? runEnd : run.index + gap
      const domain = domainEnd(text, at, end)
      if (domain !== null) {
        const protocol = /https?:\/\/$/i.exec(text.slice(Math.max(0, at - PROTOCOL.length), at))?.[0] ?? ''
        const start = at - protocol.length
        const free = at === 0 || (at > read && !inAWord.test(text.charAt(start - 1)))
        const barred = !(free && protocol) && notBefore.test(text.charAt(at - 1))
        // The rest of the address is only read if no part of it is read again.
        if (free && protocol) links.push(...withProtocol(text, start, addressEnd(text, domain).end))
        else if (!barred) links.push(...withoutProtocol(text, at, domain, free))
        if (free || barred || (links.at(-1)?.end ?? 0) > at) read = addressEnd(text, domain).end
      }
      at = Math.max(end, read)
    }
  }
  return links
}
