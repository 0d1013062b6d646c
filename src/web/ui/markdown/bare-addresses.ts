import { safeUrl } from './addresses.ts'
import type { Inline } from './tree.ts'

const candidate = /(?<![\p{L}\p{N}/])(?:https?:\/\/|www\.)/giu

/** Where web addresses may begin that stand in a text without any mark, first to last. */
export function bareAddressesOf(text: string) {
  const begins = text.includes('://') || /www\./i.test(text) ? [...text.matchAll(candidate)] : []
  let next = 0
  return {
    /** The first one from a place on; places only ever grow. */
    next(from: number): number | undefined {
      while (next < begins.length && (begins[next]?.index ?? 0) < from) next++
      return begins[next]?.index
    },
  }
}

const name = /(?:https?:\/\/)?([-\w.\p{L}\p{N}]+)/iuy
/** A port, a path, a query: up to a space or what begins another mark, a bracket only where no address of a link follows it. */
const rest = /(?::\d{1,5})?(?:[/?#](?:[^\s<`\\\]]|\](?![([]))*)?/y

/**
 * A web address that begins here, by GitHub's rules: its name has a dot, and no underscore in its last two parts; the
 * punctuation of the sentence around it is no part of it.
 * @returns `href` is undefined where it is none; what was read for it then is words
 */
export function bareAddress(text: string, from: number): { end: number; href?: string | undefined } {
  name.lastIndex = from
  const found = name.exec(text)?.[1]
  // Where not even a name follows, the protocol is passed over.
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

/** A bracket belongs to an address only where it was opened in it, as in https://x.example/wiki/Ovid_(poet). */
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

/** Words with the mail addresses in them as links. What stands before an `@` is read back to the one before it, and no further. */
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
