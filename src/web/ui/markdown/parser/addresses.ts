import { isPunctuation, matchAt, unescaped } from './characters.ts'

const safeProtocols = new Set(['https:', 'http:', 'mailto:'])

/** Undefined unless absolute with a safe protocol: an agent's text can't link to this site by a path. */
export function safeUrl(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed && safeProtocols.has(parsed.protocol) ? parsed.href : undefined
}

/** The depth of parentheses in an address: CommonMark's minimum. Unlimited, each could be scanned to the text's end. */
const MAX_BRACKETS = 32

/** Without its delimiters; `end` is the index after it. */
interface Found {
  value: string
  end: number
}

/** The index after spaces and at most one line break. */
function skipSpace(text: string, from: number): number {
  let at = from
  let broken = false
  for (; at < text.length; at++) {
    const char = text[at]
    if (char === '\n') {
      if (broken) break
      broken = true
    } else if (char !== ' ' && char !== '\t') break
  }
  return at
}

/** After `](` or `]:`, in angle brackets or up to a space. */
function readAddress(text: string, from: number): Found | undefined {
  const inAngles = text[from] === '<'
  const begin = inAngles ? from + 1 : from
  let depth = 0
  let at = begin
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\\' && isPunctuation(text.charAt(at + 1))) at++
    else if (inAngles) {
      if (char === '>') return { value: unescaped(text.slice(begin, at)), end: at + 1 }
      if (char === '<' || char === '\n') return undefined
    } else if (char <= ' ' || char === '\x7f') break
    else if (char === '(' && ++depth > MAX_BRACKETS) return undefined
    else if (char === ')' && --depth < 0) break
  }
  if (inAngles || depth > 0) return undefined
  return { value: unescaped(text.slice(begin, at)), end: at }
}

/** A title ends at the next occurrence of its own delimiter, so that no text is scanned for two titles. */
function readTitleEnd(text: string, from: number): number | undefined {
  const mark = text.charAt(from)
  const close = mark === '(' ? ')' : mark
  if (mark !== '"' && mark !== "'" && mark !== '(') return undefined
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === close) return at + 1
    else if (char === mark) return undefined
  }
  return undefined
}

/** The address and the title after `](`; `end` is the index after the link. */
export function readLinkEnd(text: string, from: number): Found | undefined {
  let at = skipSpace(text, from)
  if (text[at] === ')') return { value: '', end: at + 1 }
  const address = readAddress(text, at)
  if (!address) return undefined
  at = skipSpace(text, address.end)
  if (at > address.end) {
    const title = readTitleEnd(text, at)
    if (title !== undefined) at = skipSpace(text, title)
  }
  return text[at] === ')' ? { value: address.value, end: at + 1 } : undefined
}

/** `[label]: address "title"`, with which a paragraph may begin. */
export function readDefinition(
  text: string,
  from: number,
): { label: string; address: string; end: number } | undefined {
  const label = /\[((?:[^\\[\]]|\\.){1,999})\]:/sy
  label.lastIndex = from
  const name = label.exec(text)?.[1]
  if (name === undefined || name.trim() === '' || name.startsWith('^')) return undefined
  const start = skipSpace(text, label.lastIndex)
  const address = readAddress(text, start)
  if (!address || address.end === start) return undefined
  const afterSpace = skipSpace(text, address.end)
  const title = afterSpace > address.end ? readTitleEnd(text, afterSpace) : undefined
  const end = (title === undefined ? undefined : lineEnd(text, title)) ?? lineEnd(text, address.end)
  return end === undefined ? undefined : { label: name, address: address.value, end }
}

/** The start of the next line if only spaces and tabs are before it. */
function lineEnd(text: string, from: number): number | undefined {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at++
  if (at === text.length) return at
  return text[at] === '\n' ? at + 1 : undefined
}

const angled = /<([^<>\s]+)>/y
const isMail = /^[\w.!#$%&'*+/=?^{|}~-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i
/** An HTML tag, or the beginning of a comment, a declaration or an instruction; none of them contains another. */
const tag =
  /<(?:[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^'<]*'|"[^"<]*"))?)*\s*\/?|\/[a-z][a-z\d-]*\s*|[!?][^<>]*)>/iy

/** Web or mail; `href` is empty if its protocol is not safe. */
export function angledAddressAt(text: string, at: number): { label: string; href: string } | undefined {
  const label = matchAt(angled, text, at)?.[1]
  if (label === undefined) return undefined
  if (/^[a-z][a-z\d+.-]{1,31}:/i.test(label)) return { label, href: safeUrl(label) ?? '' }
  const href = isMail.test(label) ? safeUrl(`mailto:${label}`) : undefined
  return href === undefined ? undefined : { label, href }
}

/** The HTML, or the bracket alone. It is kept as text: no markup is parsed within it. */
export const htmlAt = (text: string, at: number): string => matchAt(tag, text, at)?.[0] ?? '<'
