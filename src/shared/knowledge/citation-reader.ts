interface Brackets {
  /** Broken brackets are a citation's beginning where the text breaks off. */
  kind: 'citation' | 'broken'
  text: string
  /** White space before the brackets goes with them if they are removed. */
  space: string
  numbers: number[]
}

export type CitedPiece = { kind: 'text'; text: string } | Brackets

interface Passes {
  kind: 'passes'
  length: number
  /** It ends with closed code or a closed formula, or stands in a block of code. */
  isClosed: boolean
}

const passes = (length: number, isClosed = false): Passes => ({ kind: 'passes', length, isClosed })

/** Characters behind brackets in which code or a formula around them may end. */
const LOOK_AHEAD = 160

const MOST_SPACE = 40

/** At most 21 numbers of up to three digits, with a little space; and their maximum length. */
const mark =
  /^\[[ \t]{0,2}(?<list>\d{1,3}(?:[ \t]{0,2}[,;\u2013-][ \t]{0,2}\d{1,3}){0,20})[ \t]{0,2}\](?<behind>[\s\S]?)/
const begunMark = /^\[[ \t\d,;\u2013-]*$/
const MARK_CHARACTERS = 1 + 2 + 3 + 20 * 8 + 2 + 1

/** Code, formulas and escapes within a block; what is `alone` begins one that is not closed. */
const spans = new RegExp(
  [
    String.raw`(?<!\x60)(?<ticks>\x60+)(?!\x60)[\s\S]*?[^\x60]\k<ticks>(?!\x60)`,
    String.raw`\$\$(?:\\[\s\S]|[^$\\])+\$\$`,
    // Pandoc's rule: no space within, and no digit behind; and what is a price begins none.
    String.raw`\$(?!\d[\d.,]*[\s;:!?)[])(?=[^\s$])(?:\\[\s\S]|[^$\\])*(?<=\S)\$(?!\d)`,
    String.raw`\\\([\s\S]{0,400}?\\\)`,
    String.raw`\\\[[\s\S]{0,400}?\\\]`,
    String.raw`(?<alone>\x60+|\$\$|\$(?!\d[\d.,]*[\s;:!?)[])(?=[^\s$])|\\[([])`,
    String.raw`\\[\s\S]`,
  ].join('|'),
  'g',
)

/** Over the beginning of another block no code and no formula reaches. */
const nextBlock = /\n(?=[ \t]*(?:\r?\n|#{1,6} |[-*+] |\d{1,9}[.)] |[|>]|\x60{3,}|~{3,}))/g

/** Quotation marks and list marks may stand before a fence. */
const fenceLine = /^(?<indent>(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*)(?<run>\x60{3,}|~{3,})(?<info>.*)$/

/**
 * Finds the same citations however the text was divided. Text passes at once; only what may become a citation waits.
 * Code, formulas, links (`[1](address)`, `[1]: address` at the beginning of a line), pictures, footnotes (`[^1]`),
 * escaped brackets and lists with a zero are no citations.
 */
export class CitationReader {
  #held = ''
  /** Since the last citation: code or a formula may be open in it. */
  #before = ''
  #line = ''
  #end = ''
  #fence: { run: string; isQuoted: boolean } | null = null

  take(text: string): CitedPiece[] {
    this.#held += text
    return this.#read(false)
  }

  rest(): CitedPiece[] {
    return this.#read(true)
  }

  #read(isOver: boolean): CitedPiece[] {
    const pieces: CitedPiece[] = []
    const pass = (length: number) => {
      if (length === 0) return
      const text = this.#held.slice(0, length)
      this.#held = this.#held.slice(length)
      this.#accept(text)
      const last = pieces.at(-1)
      if (last?.kind === 'text') last.text += text
      else pieces.push({ kind: 'text', text })
    }
    while (this.#held !== '') {
      const bracket = this.#held.indexOf('[')
      const end = bracket === -1 ? this.#held.length : bracket
      let space = end
      while (space > 0 && end - space < MOST_SPACE && isSpace(this.#held.charCodeAt(space - 1))) space--
      if (bracket === -1) {
        pass(isOver ? end : space)
        break
      }
      pass(space)
      const found = this.#readBrackets(bracket - space, isOver)
      if (found === 'waits') break
      if (found.kind === 'passes') pass(found.length)
      else {
        this.#held = this.#held.slice(found.space.length + found.text.length)
        this.#accept(found.space + found.text)
        pieces.push(found)
      }
      // Nothing that began before a citation, or before code that has ended, is open behind it.
      if (found.kind !== 'passes' || found.isClosed) this.#before = ''
    }
    return pieces
  }

  #readBrackets(space: number, isOver: boolean): Brackets | Passes | 'waits' {
    const text = this.#held.slice(space)
    const before = this.#held.slice(0, space)
    const found = mark.exec(text)
    if (!found) {
      const isBegun = text.length <= MARK_CHARACTERS && begunMark.test(text)
      if (isBegun && !isOver) return 'waits'
      if (isBegun && /\d/.test(text) && this.#spanAround(space, text.length, true) === 'none')
        return { kind: 'broken', text, space: before, numbers: [] }
      return passes(space + 1)
    }
    const { list = '', behind = '' } = found.groups ?? {}
    const length = found[0].length - behind.length
    if (behind === '' && !isOver) return 'waits'
    const numbers = numbersOf(list)
    const isDefinition = behind === ':' && /^ {0,3}$/.test(this.#line + before)
    if (numbers.length === 0 || behind === '(' || isDefinition || this.#isPicture(space))
      return passes(space + length)
    const around = this.#spanAround(space, length, isOver)
    return around === 'none'
      ? { kind: 'citation', text: text.slice(0, length), space: before, numbers }
      : around
  }

  /** The end of an exclamation is no mark of a picture. */
  #isPicture(space: number): boolean {
    return space === 0 && /(?:^|\s)!$/.test(this.#end)
  }

  #spanAround(space: number, length: number, isOver: boolean): Passes | 'none' | 'waits' {
    const all = this.#held.slice(space + length, space + length + LOOK_AHEAD)
    const line = this.#line + this.#held.slice(0, space)
    if (this.#fence && !(this.#fence.isQuoted && !/^[ \t]*>/.test(line))) return passes(space + length, true)
    const cut = all.slice(0, firstMatch(nextBlock, all))
    const isWhole = isOver || all.length === LOOK_AHEAD || cut.length < all.length
    const begun = fenceLine.exec(line)?.groups
    if (begun && !begun.info?.includes('`')) {
      const [restOfLine = ''] = all.split('\n', 1)
      if (begun.run?.startsWith('~')) return passes(space + length, true)
      // With another backtick in its line it would be code within the line.
      if (!restOfLine.includes('`'))
        return restOfLine.length < all.length || isWhole ? passes(space + length, true) : 'waits'
    }
    const passed = this.#before + this.#held.slice(0, space)
    const before = passed.slice(lastMatch(nextBlock, passed))
    const at = before.length
    const block = before + this.#held.slice(space, space + length) + cut
    let isOpen = false
    for (const { 0: span, index, groups } of block.matchAll(spans)) {
      const end = index + span.length
      if (index > at) break
      isOpen ||= groups?.alone !== undefined
      if (end <= at) continue
      // What follows can still change the end, as another backtick does, or close what is open around it.
      const isCertain = isWhole || (end < block.length && !isOpen)
      return isCertain ? passes(Math.max(space + end - at, space + length), true) : 'waits'
    }
    return isOpen && !isWhole ? 'waits' : 'none'
  }

  #accept(text: string) {
    this.#end = (this.#end + text.slice(-2)).slice(-2)
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#line += text.slice(from, end)
      this.#before += text.slice(from, end + 1)
      if (this.#changesFence()) this.#before = '\n'
      this.#line = ''
      from = end + 1
    }
    this.#line += text.slice(from)
    this.#before += text.slice(from)
  }

  #changesFence(): boolean {
    const open = this.#fence
    const { run = '', info = '', indent = '' } = fenceLine.exec(this.#line)?.groups ?? {}
    if (open && !(open.isQuoted && !/^[ \t]*>/.test(this.#line))) {
      const closes = run.startsWith(open.run) && info.trim() === '' && !/[^ \t>]/.test(indent)
      if (closes) this.#fence = null
      return closes
    }
    this.#fence = null
    const opens = run !== '' && !(run.startsWith('`') && info.includes('`'))
    if (opens) this.#fence = { run, isQuoted: indent.includes('>') }
    return opens || open !== null
  }
}

const isSpace = (unit: number) => unit === 0x20 || unit === 0x09

/** Such as `1, 3-5`; empty if it has a zero, since passages begin at 1. */
function numbersOf(list: string): number[] {
  const numbers = new Set<number>()
  for (const item of list.split(/[,;]/)) {
    const ends = item.split(/[\u2013-]/).map(Number)
    const [first, last] = [Math.min(...ends), Math.max(...ends)]
    if (first === 0) return []
    for (let n = first; n <= last; n++) numbers.add(n)
  }
  return [...numbers]
}

function firstMatch(pattern: RegExp, text: string): number {
  const place = text.search(pattern)
  return place === -1 ? text.length : place
}

function lastMatch(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? 0
}
