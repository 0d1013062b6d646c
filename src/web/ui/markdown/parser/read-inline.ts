import { readLinkEnd, safeUrl } from './addresses.ts'
import { bareAddress, bareAddressesOf } from './bare-addresses.ts'
import { decodeEntity, isPunctuation } from './characters.ts'
import { emphasise, type Part, type Run } from './emphasis.ts'
import { type FoundFormula, formulasOf } from './formulas.ts'
import { type Definitions, type Inline, normaliseLabel } from './tree.ts'

/** The maximum nesting of pictures in labels of pictures; deeper ones stay plain text. */
const MAX_PICTURES = 8

/** A `[` or `![` that may begin a link or a picture. */
interface Bracket {
  picture: boolean
  /** The index of its text among the parts. */
  part: number
  /** The position after the bracket. */
  from: number
  /** A sequence number, so that all brackets before a link can be marked as inactive at once. */
  id: number
  /** Whether another bracket follows it; labels of definitions must not have brackets. */
  holdsBracket: boolean
}

/** The state shared by all inline texts of a document. */
export interface Reading {
  definitions: Definitions
  /**
   * The number of characters that addresses of definitions may still add to the output, because a short label can
   * stand for a long address.
   */
  room: number
  /** The numbers of footnotes by label, in the order of their references. */
  notes: Map<string, number>
}

/**
 * Parses the inline text of a paragraph, a heading or a table cell: the markup of CommonMark and GitHub, with raw HTML
 * as text. Each character is read a bounded number of times, and the result nests to a bounded depth, whatever the
 * text is.
 */
export function readInline(text: string, reading: Reading): Inline[] {
  const parts: Part[] = []
  const brackets: Bracket[] = []
  const ticks = ticksOf(text)
  const addresses = bareAddressesOf(text)
  const formulas = formulasOf(text)
  let at = 0
  /** Up to this position there is no markup; it is computed once for all addresses within. */
  let plainTo = 0
  let ids = 0
  /**
   * Brackets up to this id can't begin a link: they are within the text of a link or before one, and links do not
   * nest.
   */
  let spent = 0
  let pictures = 0

  const say = (words: string) => {
    const last = parts.at(-1)
    if (last?.kind === 'text') last.text += words
    else if (words !== '') parts.push({ kind: 'text', text: words })
  }

  function readWords() {
    if (at >= plainTo) {
      words.lastIndex = at
      plainTo = words.test(text) ? words.lastIndex : at + 1
    }
    const address = addresses.next(at)
    const end = Math.min(address ?? plainTo, plainTo)
    say(text.slice(at, end))
    at = end
    if (address === end) readBareAddress()
  }

  function readBareAddress() {
    const { end, href } = bareAddress(text, at)
    const label = text.slice(at, end)
    if (href === undefined) say(label)
    else parts.push({ kind: 'link', href, children: [{ kind: 'text', text: label }], bare: true })
    at = end
  }

  function readBreak() {
    const last = parts.at(-1)
    let isHard = false
    if (last?.kind === 'text') {
      let end = last.text.length
      while (end > 0 && last.text[end - 1] === ' ') end--
      isHard = last.text.length - end >= 2
      last.text = last.text.slice(0, end)
    }
    at++
    while (text[at] === ' ' || text[at] === '\t') at++
    // The line break is a part of its own, so that removing the spaces before the next one does not scan this line again.
    parts.push(isHard ? { kind: 'break' } : { kind: 'text', text: '\n' })
  }

  function readFormula(found: FoundFormula | undefined): boolean {
    if (!found) return false
    const { source, display } = found
    parts.push({ kind: 'formula', source, display, written: text.slice(at, found.at) })
    at = found.at
    return true
  }

  function readDollar() {
    if (readFormula(formulas.atDollar(at))) return
    say('$')
    at++
  }

  function readEscape() {
    if (readFormula(formulas.atBackslash(at))) return
    const next = text.charAt(at + 1)
    if (next === '\n') {
      parts.push({ kind: 'break' })
      at += 2
    } else if (isPunctuation(next)) {
      say(next)
      at += 2
    } else {
      say('\\')
      at++
    }
  }

  function readCode() {
    const length = runLength(text, at)
    const close = ticks.after(at + length, length)
    if (close === undefined) {
      say('`'.repeat(length))
      at += length
      return
    }
    const code = text.slice(at + length, close).replaceAll('\n', ' ')
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    parts.push({ kind: 'code', text: isPadded ? code.slice(1, -1) : code })
    at = close + length
  }

  function readEntity() {
    const found = matchHere(entity, text, at)?.[0]
    const decoded = found && decodeEntity(found)
    say(decoded ?? '&')
    at += decoded === undefined || found === undefined ? 1 : found.length
  }

  function readAngle() {
    const found = matchHere(angled, text, at)?.[1]
    const href = found === undefined ? undefined : angledAddress(found)
    if (found !== undefined && href !== undefined) {
      const children: Inline[] = [{ kind: 'text', text: found }]
      parts.push({ kind: 'link', href: href || undefined, children, bare: true })
      at += found.length + 2
      return
    }
    // Raw HTML is kept as text: no markup is parsed within it, and it links nowhere.
    const words = matchHere(tag, text, at)?.[0] ?? '<'
    say(words)
    at += words.length
  }

  function readRun() {
    const char = text.charAt(at)
    const length = runLength(text, at)
    parts.push(runOf(text, at, char, length))
    at += length
  }

  function openBracket(picture: boolean) {
    const mark = picture ? '![' : '['
    const before = brackets.at(-1)
    if (before) before.holdsBracket = true
    at += mark.length
    // The text after the bracket starts a new part, so that the parts behind it can be moved into the link.
    brackets.push({ picture, part: parts.length, from: at, id: ++ids, holdsBracket: false })
    parts.push({ kind: 'text', text: mark }, { kind: 'text', text: '' })
  }

  function closeBracket() {
    const bracket = brackets.pop()
    const close = at++
    if (!bracket || (!bracket.picture && bracket.id <= spent)) return say(']')
    if (readNote(bracket, close)) return
    const target = targetOf(bracket, close)
    if (!target || (bracket.picture && pictures >= MAX_PICTURES)) return say(']')
    const within = parts.splice(bracket.part).slice(1)
    at = target.end
    if (bracket.picture) {
      const inner = within.some(({ kind }) => kind === 'picture')
      pictures = inner ? pictures + 1 : 1
      parts.push({ kind: 'picture', label: labelOf(emphasise(within, true)) })
    } else {
      const children = emphasise(
        within.flatMap((part) => ('bare' in part ? part.children : [part])),
        true,
      )
      parts.push({ kind: 'link', href: safeUrl(target.address), children })
      spent = bracket.id
    }
  }

  /** Replaces the brackets by a reference to a footnote. */
  function readNote({ picture, from, part, holdsBracket }: Bracket, close: number): boolean {
    if (picture || holdsBracket || text[from] !== '^' || reading.definitions.notes.size === 0) return false
    const label = normaliseLabel(text.slice(from + 1, close))
    if (!reading.definitions.notes.has(label)) return false
    const number = reading.notes.get(label) ?? reading.notes.size + 1
    reading.notes.set(label, number)
    parts.length = part
    parts.push({ kind: 'note', number })
    return true
  }

  /** The address of the link and the index after it: from `(…)` after the bracket, or from a definition. */
  function targetOf({ from, holdsBracket }: Bracket, close: number) {
    if (text[at] === '(') {
      const found = readLinkEnd(text, at + 1)
      if (found) return { address: found.value, end: found.end }
    }
    const { links } = reading.definitions
    if (links.size === 0) return undefined
    reference.lastIndex = at
    const named = text[at] === '[' ? reference.exec(text) : null
    const end = named ? reference.lastIndex : at
    const label = named?.[1] ? named[1] : holdsBracket ? undefined : text.slice(from, close)
    const address = label === undefined || label.length > 999 ? undefined : links.get(normaliseLabel(label))
    if (address === undefined || address.length > reading.room) return undefined
    reading.room -= address.length
    return { address, end }
  }

  while (at < text.length) {
    const char = text[at]
    if (char === '\n') readBreak()
    else if (char === '\\') readEscape()
    else if (char === '`') readCode()
    else if (char === '$') readDollar()
    else if (char === '&') readEntity()
    else if (char === '<') readAngle()
    else if (char === '*' || char === '_' || char === '~') readRun()
    else if (char === '[') openBracket(false)
    else if (char === '!' && text[at + 1] === '[') openBracket(true)
    else if (char === ']') closeBracket()
    else readWords()
  }
  return emphasise(parts, false)
}

/** Text up to the next character that may be markup. */
const words = /[^\n\\`$&<*_~[\]!]+/y
const entity = /&(?:#[xX][\da-fA-F]{1,6}|#\d{1,7}|[a-zA-Z][\da-zA-Z]{1,31});/y
const angled = /<([^<>\s]+)>/y
const isMail = /^[\w.!#$%&'*+/=?^{|}~-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i
/** An HTML tag, or the beginning of a comment, a declaration or an instruction; none of them contains another. */
const tag =
  /<(?:[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^'<]*'|"[^"<]*"))?)*\s*\/?|\/[a-z][a-z\d-]*\s*|[!?][^<>]*)>/iy
const reference = /\[((?:[^\\[\]]|\\.){0,999})\]/sy

function matchHere(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * The URL of a web or mail address in angle brackets; empty if its protocol is not safe, undefined if it is no
 * address.
 */
function angledAddress(address: string): string | undefined {
  if (/^[a-z][a-z\d+.-]{1,31}:/i.test(address)) return safeUrl(address) ?? ''
  return isMail.test(address) ? safeUrl(`mailto:${address}`) : undefined
}

function runLength(text: string, from: number): number {
  let end = from
  while (text[end] === text[from]) end++
  return end - from
}

/** Reads a run of emphasis characters, and whether it can open or close emphasis: CommonMark's rules of flanking. */
function runOf(text: string, at: number, char: string, length: number): Run {
  const before = at === 0 ? ' ' : characterBefore(text, at)
  const after = String.fromCodePoint(text.codePointAt(at + length) ?? 32)
  const [spaceBefore, spaceAfter] = [/\s/.test(before), /\s/.test(after)]
  const [markBefore, markAfter] = [mark.test(before), mark.test(after)]
  const opens = !spaceAfter && (!markAfter || spaceBefore || markBefore)
  const closes = !spaceBefore && (!markBefore || spaceAfter || markAfter)
  const isWordwise = char === '_'
  return {
    kind: 'run',
    char,
    length,
    left: length,
    opens: opens && (!isWordwise || !closes || markBefore),
    closes: closes && (!isWordwise || !opens || markAfter),
  }
}

const mark = /[\p{P}\p{S}]/u

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text.charAt(at - 1)
}

/** The runs of backticks in a text by their length. Each list is iterated only once, in parallel with the text. */
function ticksOf(text: string) {
  let runs: Map<number, { places: number[]; next: number }> | undefined
  const find = () => {
    const found = new Map<number, { places: number[]; next: number }>()
    for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
      const length = runLength(text, at)
      const same = found.get(length)
      if (same) same.places.push(at)
      else found.set(length, { places: [at], next: 0 })
      at += length
    }
    return found
  }
  return {
    /** The position of the next run of this length. */
    after(from: number, length: number): number | undefined {
      runs ??= find()
      const same = runs.get(length)
      if (!same) return undefined
      while ((same.places[same.next] ?? Number.POSITIVE_INFINITY) < from) same.next++
      return same.places[same.next]
    },
  }
}

/** The plain text of inline nodes. */
export function labelOf(children: readonly Inline[]): string {
  return children
    .map((child) => {
      if (child.kind === 'text' || child.kind === 'code') return child.text
      if (child.kind === 'picture') return child.label
      if (child.kind === 'break') return '\n'
      if (child.kind === 'formula') return child.written
      return 'children' in child ? labelOf(child.children) : ''
    })
    .join('')
}
