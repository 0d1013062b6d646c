import { safeUrl } from './addresses.ts'
import type { Inline } from './tree.ts'

const candidate = /(?<![\p{L}\p{N}/])(?:https?:\/\/|www\.)/giu

/** The positions at which web addresses may begin, in their order. */
export function bareAddressesOf(text: string) {
  const begins = text.includes('://') || /www\./i.test(text) ? [...text.matchAll(candidate)] : []
  let next = 0
  return {
    /** `from` must not decrease between calls. */
    next(from: number): number | undefined {
      while (next < begins.length && (begins[next]?.index ?? 0) < from) next++
      return begins[next]?.index
    },
  }
}

const name = /(?:https?:\/\/)?([-\w.\p{L}\p{N}]+)/iuy
/** Port, path and query, up to a space or other markup; `]` is included only if no link address follows it. */
const rest = /(?::\d{1,5})?(?:[/?#](?:[^\s<`\\\]]|\](?![([]))*)?/y

/**
 * By GitHub's rules: the host has a dot, and no underscore in its last two parts; the sentence's punctuation is left
 * out.
 * @returns without `href` it is no address, and the text up to `end` is plain
 */
export function bareAddress(text: string, from: number): { end: number; href?: string | undefined } {
  name.lastIndex = from
  const found = name.exec(text)?.[1]
  if (found === undefined) return { end: Math.min(from + 'https://'.length, text.length) }
  const domain = withoutSentence(found)
  const parts = domain.split('.')
  const whole = name.lastIndex
  if (parts.length < 2 || parts.slice(-2).some((part) => part.includes('_'))) return { end: whole }
  let end = whole - found.length + domain.length
  if (end === whole) {
    rest.lastIndex = end
    rest.test(text)
    end = from + withoutSentence(text.slice(from, rest.lastIndex)).length
  }
  const address = text.slice(from, end)
  return { end, href: safeUrl(/^www/i.test(address) ? `http://${address}` : address) }
}

/** A bracket belongs to an address only if it was opened in it, as in https://x.example/wiki/Ovid_(poet). */
function withoutSentence(address: string): string {
  let opened = 0
  let squares = 0
  for (const char of address) {
    if (char === '(') opened++
    else if (char === ')') opened--
    else if (char === '[') squares++
    else if (char === ']') squares--
  }
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && opened < 0) opened++
    else if (last === ']' && squares < 0) squares++
    else if (!/[?!.,:;*_~'"]/.test(last)) break
  }
  return address.slice(0, end)
}

const local = /[\w.+-]/
const domain = /[a-z\d-]+(?:\.[a-z\d-]+)+/iy

/** The part before an `@` is searched back to the previous address and no further. */
export function findMails(words: string): Inline[] {
  const found: Inline[] = []
  let done = 0
  for (let at = words.indexOf('@'); at !== -1; at = words.indexOf('@', at + 1)) {
    let start = at
    while (start > done && local.test(words.charAt(start - 1))) start--
    domain.lastIndex = at + 1
    if (start === at || !domain.test(words) || /[-_]/.test(words.charAt(domain.lastIndex - 1))) continue
    if (/[_-]/.test(words.charAt(domain.lastIndex))) continue
    const mail = words.slice(start, domain.lastIndex)
    const href = safeUrl(`mailto:${mail}`)
    if (href === undefined) continue
    if (start > done) found.push({ kind: 'text', text: words.slice(done, start) })
    found.push({ kind: 'link', href, children: [{ kind: 'text', text: mail }] })
    done = domain.lastIndex
  }
  if (done < words.length || found.length === 0) found.push({ kind: 'text', text: words.slice(done) })
  return found
}
