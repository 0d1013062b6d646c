import { readDefinition } from './addresses.ts'
import { unescaped } from './characters.ts'
import { openedFormula } from './formulas.ts'
import { Line } from './line.ts'
import { alignmentsOf, cellsOf, rowOf } from './table.ts'
import { type Alignment, normaliseLabel } from './tree.ts'

/** The maximum nesting of quotes, lists and footnotes; deeper markup stays plain text. */
const MAX_NESTING = 24

type Container =
  | { kind: 'root'; children: Sketch[] }
  | { kind: 'quote'; children: Sketch[] }
  | { kind: 'list'; children: Item[]; mark: string; start: number | undefined; loose: boolean }
  | Item
  | { kind: 'note'; children: Sketch[] }

export interface Item {
  kind: 'item'
  children: Sketch[]
  /** The indentation of the item's content, in columns. */
  offset: number
}

/** A block whose inline text is parsed at the end, when all definitions are known. */
export type Sketch = Exclude<Container, { kind: 'root' | 'item' }> | Leaf

type Leaf =
  /** `formula` is the delimiter that closes a display formula; until it comes, the lines are the formula's source. */
  | { kind: 'paragraph'; lines: string[]; formula?: string | undefined }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'rule' }
  | { kind: 'fenced'; fence: string; indent: number; language: string; lines: string[]; open: boolean }
  | { kind: 'indented'; lines: string[]; open: boolean }
  | { kind: 'table'; alignments: Alignment[]; rows: string[][] }

const bullet = /([-+*])(?=[ \t]|$)/y
const number = /(\d{1,9})([.)])(?=[ \t]|$)/y
const fenceStart = /(`{3,})[^`]*$|(~{3,})/y
const noteStart = /\[\^([^\]\s[]{1,99})\]:/y
const headingStart = /(#{1,6})(?=[ \t]|$)/y

/** Parses a text line by line and keeps a stack of open blocks, like the algorithm of the CommonMark specification. */
export class BlockReader {
  readonly notes = new Map<string, Sketch[]>()
  readonly #definitions = new Map<string, string>()
  readonly #open: Container[] = [{ kind: 'root', children: [] }]
  #leaf: Leaf | undefined
  /** Whether the previous line was blank within the current container. */
  #afterBlank = false
  #line = new Line('')

  take(line: string) {
    this.#line = new Line(line)
    const kept = this.#keepOpen()
    if (kept === this.#open.length && (this.#goOnWithCode() || this.#goOnWithFormula())) return
    const depth = this.#openBlocks(kept)
    const isBlank = this.#line.isBlank
    if (depth === undefined) this.#afterBlank = false
    else if (!isBlank && this.#leaf?.kind === 'paragraph') {
      // Text continues an open paragraph, even if the markers of its containers are missing (lazy continuation).
      this.#leaf.lines.push(this.#line.text.slice(this.#line.next))
      this.#afterBlank = false
    } else {
      this.#closeTo(depth)
      const here = this.#open.at(-1)
      const isFresh = here?.kind === 'item' && here.children.length === 0
      if (!isBlank) {
        const rest = this.#line.text.slice(this.#line.next)
        this.#begin({ kind: 'paragraph', lines: [rest], formula: openedFormula(rest) })
      }
      this.#afterBlank = isBlank && here?.kind !== 'quote' && !isFresh
    }
  }

  end() {
    if (this.#leaf?.kind === 'fenced' || this.#leaf?.kind === 'indented') this.#leaf.open = true
    this.#closeTo(1)
    const [root] = this.#open
    return { children: root?.kind === 'root' ? root.children : [], definitions: this.#definitions }
  }

  /** The number of open containers that the line continues. Afterwards the position is behind their markers. */
  #keepOpen(): number {
    let kept = 1
    for (; kept < this.#open.length; kept++) {
      const container = this.#open[kept]
      if (!container || !this.#goesOn(container)) break
    }
    return kept
  }

  #goesOn(container: Container): boolean {
    if (container.kind === 'list') return true
    this.#line.look()
    const isBlank = this.#line.isBlank
    if (container.kind === 'quote') {
      if (this.#line.indent > 3 || this.#line.text[this.#line.next] !== '>') return false
      this.#line.skipQuoteMark()
      return true
    }
    if (container.kind === 'root') return true
    if (isBlank) {
      if (container.children.length === 0) return false
      this.#line.skipTo(this.#line.next)
      return true
    }
    const offset = container.kind === 'item' ? container.offset : 4
    if (this.#line.indent < offset) return false
    this.#line.skipColumns(offset)
    return true
  }

  /** Whether the line belongs to the open display formula, in which nothing else begins; a blank line ends it. */
  #goOnWithFormula(): boolean {
    const leaf = this.#leaf
    if (leaf?.kind !== 'paragraph' || leaf.formula === undefined) return false
    this.#line.look()
    if (this.#line.isBlank) return false
    const rest = this.#line.text.slice(this.#line.next)
    leaf.lines.push(rest)
    if (rest.includes(leaf.formula)) leaf.formula = undefined
    return true
  }

  /** Whether the line belongs to the open block of code. */
  #goOnWithCode(): boolean {
    const leaf = this.#leaf
    if (leaf?.kind === 'fenced') {
      this.#line.look()
      this.#afterBlank = false
      const closing = this.#line.indent < 4 ? this.#line.text.slice(this.#line.next).trimEnd() : ''
      if (closing.startsWith(leaf.fence) && closing === leaf.fence.charAt(0).repeat(closing.length))
        this.#closeLeaf()
      else {
        this.#line.skipColumns(Math.min(leaf.indent, this.#line.indent))
        leaf.lines.push(this.#line.rest())
      }
      return true
    }
    if (leaf?.kind === 'indented') {
      this.#line.look()
      const isBlank = this.#line.isBlank
      if (this.#line.indent < 4 && !isBlank) {
        this.#closeLeaf()
        return false
      }
      this.#line.skipColumns(Math.min(4, this.#line.indent))
      leaf.lines.push(this.#line.rest())
      this.#afterBlank = isBlank
      return true
    }
    return false
  }

  /**
   * Opens the blocks that begin on this line.
   * @returns the number of containers that stay open for its text; undefined if no text is left
   */
  #openBlocks(kept: number): number | undefined {
    let depth = kept
    for (;;) {
      this.#line.look()
      if (this.#line.isBlank) return depth
      const paragraph = this.#leaf?.kind === 'paragraph' ? this.#leaf : undefined
      // An indented line after a paragraph continues it, however far it is indented.
      if (this.#line.indent >= 4) {
        if (paragraph) return depth
        this.#closeTo(depth)
        this.#line.skipColumns(4)
        this.#begin({ kind: 'indented', lines: [this.#line.rest()], open: false })
        return undefined
      }
      const goesOn = depth === this.#open.length
      if (this.#openLeaf(depth, goesOn)) return undefined
      const container =
        depth < MAX_NESTING ? this.#containerHere(depth, goesOn ? paragraph : undefined) : undefined
      if (!container) return depth
      depth = this.#open.length
    }
  }

  /** Whether the line is a heading, a rule, the beginning of code, or a table row. */
  #openLeaf(depth: number, goesOn: boolean): boolean {
    const rest = this.#line.text.slice(this.#line.next)
    const first = rest.charAt(0)
    const leaf = this.#leaf
    if (goesOn && leaf?.kind === 'paragraph') {
      if (this.#openTable(leaf, rest)) return true
      if (
        (first === '=' || first === '-') &&
        isUnderline(rest) &&
        this.#underline(leaf, first === '=' ? 1 : 2)
      )
        return true
    }
    if (first === '#' && matchAt(headingStart, rest, 0)) {
      this.#closeTo(depth)
      const level = matchAt(headingStart, rest, 0)?.[1]?.length ?? 1
      this.#begin({ kind: 'heading', level, text: headingText(rest.slice(level)) })
      this.#closeLeaf()
      return true
    }
    if (first === '`' || first === '~') {
      const match = matchAt(fenceStart, rest, 0)
      const fence = match?.[1] ?? match?.[2]
      if (fence) {
        const indent = this.#line.indent
        this.#closeTo(depth)
        const [language = ''] = unescaped(rest.slice(fence.length).trim()).split(/\s/, 1)
        this.#begin({ kind: 'fenced', fence, indent, language, lines: [], open: false })
        return true
      }
    }
    if ((first === '-' || first === '*' || first === '_') && isRule(rest, first)) {
      this.#closeTo(depth)
      this.#begin({ kind: 'rule' })
      this.#closeLeaf()
      return true
    }
    if (goesOn && leaf?.kind === 'table' && first !== '>' && !this.#beginsItem()) {
      leaf.rows.push(rowOf(rest, leaf.alignments.length))
      return true
    }
    return false
  }

  /** Whether the line is the delimiter row of a table. The last line of the paragraph before it is the header row. */
  #openTable(paragraph: Leaf & { kind: 'paragraph' }, rest: string): boolean {
    const alignments = alignmentsOf(rest)
    if (!alignments) return false
    const heads = cellsOf(paragraph.lines.at(-1) ?? '')
    if (heads.length !== alignments.length) return false
    paragraph.lines.pop()
    this.#closeLeaf()
    this.#begin({ kind: 'table', alignments, rows: [heads] })
    return true
  }

  /** Turns the paragraph into a heading, unless it has nothing but definitions. */
  #underline(paragraph: Leaf & { kind: 'paragraph' }, level: number): boolean {
    this.#takeDefinitions(paragraph)
    const text = paragraph.lines.join('\n').trim()
    paragraph.lines = []
    this.#closeLeaf()
    if (text !== '') this.#add({ kind: 'heading', level, text })
    return text !== ''
  }

  #beginsItem(): boolean {
    return Boolean(
      matchAt(bullet, this.#line.text, this.#line.next) ?? matchAt(number, this.#line.text, this.#line.next),
    )
  }

  /** Opens a quote, an item or a footnote that begins here. */
  #containerHere(depth: number, paragraph: Leaf | undefined): Container | undefined {
    if (this.#line.text[this.#line.next] === '>') {
      this.#closeTo(depth)
      this.#line.skipQuoteMark()
      return this.#enter({ kind: 'quote', children: [] })
    }
    const note = matchAt(noteStart, this.#line.text, this.#line.next)
    if (note) {
      this.#closeTo(depth)
      this.#line.skipTo(this.#line.next + note[0].length)
      const children: Sketch[] = []
      const label = normaliseLabel(note[1] ?? '')
      // The first of two footnotes with the same label counts. The second one is stored under a key that no reference
      // can have, and is shown after the others.
      this.notes.set(this.notes.has(label) ? `${label}\n${this.notes.size}` : label, children)
      return this.#enter({ kind: 'note', children })
    }
    return this.#itemHere(depth, paragraph)
  }

  #itemHere(depth: number, paragraph: Leaf | undefined): Container | undefined {
    const dot = matchAt(bullet, this.#line.text, this.#line.next)
    const counted = dot ? null : matchAt(number, this.#line.text, this.#line.next)
    const match = dot ?? counted
    if (!match) return undefined
    const start = counted ? Number(counted[1]) : undefined
    const isEmpty = this.#line.text.slice(this.#line.next + match[0].length).trim() === ''
    // Within a paragraph only an item with the number 1 begins a list, so that a number at the beginning of a line
    // does not break a sentence.
    if (paragraph && (isEmpty || (start !== undefined && start !== 1))) return undefined
    const mark = counted ? (counted[2] ?? '') : (dot?.[1] ?? '')
    this.#closeTo(depth)
    const indent = this.#line.indent
    this.#line.skipTo(this.#line.next + match[0].length)
    this.#line.look()
    const spaces = this.#line.indent
    const padding = isEmpty || spaces > 4 ? 1 : spaces
    this.#line.skipColumns(Math.min(padding, spaces))
    const list = this.#open.at(-1)
    if (list?.kind !== 'list' || list.mark !== mark) {
      if (list?.kind === 'list') this.#closeTo(this.#open.length - 1)
      this.#enter({ kind: 'list', children: [], mark, start, loose: false })
    } else if (this.#afterBlank) list.loose = true
    return this.#enter({ kind: 'item', children: [], offset: indent + match[0].length + padding })
  }

  #enter(container: Container): Container {
    const parent = this.#open.at(-1)
    if (container.kind === 'item') {
      if (parent?.kind === 'list') parent.children.push(container)
    } else if (container.kind !== 'root') this.#add(container)
    this.#open.push(container)
    // The content of a container begins on the line of its marker.
    this.#afterBlank = false
    return container
  }

  #begin(leaf: Leaf) {
    // A block that is not an item ends the list before it.
    if (this.#open.at(-1)?.kind === 'list') this.#closeTo(this.#open.length - 1)
    this.#add(leaf)
    this.#leaf = leaf
  }

  #add(sketch: Sketch) {
    if (this.#open.at(-1)?.kind === 'list') this.#closeTo(this.#open.length - 1)
    const parent = this.#open.at(-1)
    if (!parent || parent.kind === 'list') return
    if (parent.kind === 'item' && parent.children.length > 0 && this.#afterBlank) {
      const list = this.#open.at(-2)
      if (list?.kind === 'list') list.loose = true
    }
    parent.children.push(sketch)
  }

  #closeTo(depth: number) {
    this.#closeLeaf()
    this.#open.length = Math.min(depth, this.#open.length)
  }

  #closeLeaf() {
    const leaf = this.#leaf
    this.#leaf = undefined
    if (leaf?.kind !== 'paragraph') return
    this.#takeDefinitions(leaf)
    if (leaf.lines.length > 0) return
    const parent = this.#open.at(-1)
    if (parent && parent.kind !== 'list' && parent.children.at(-1) === leaf) parent.children.pop()
  }

  /** Removes link definitions from the beginning of a paragraph and stores them. */
  #takeDefinitions(paragraph: Leaf & { kind: 'paragraph' }) {
    if (!paragraph.lines[0]?.startsWith('[')) return
    const text = paragraph.lines.join('\n')
    let at = 0
    for (let found = readDefinition(text, at); found; found = readDefinition(text, at)) {
      const label = normaliseLabel(found.label)
      if (!this.#definitions.has(label)) this.#definitions.set(label, found.address)
      at = found.end
    }
    if (at > 0) paragraph.lines = at >= text.length ? [] : text.slice(at).split('\n')
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Whether a line consists of three or more of the same character, and spaces. */
function isRule(rest: string, sign: string): boolean {
  let signs = 0
  for (const char of rest) {
    if (char === sign) signs++
    else if (char !== ' ' && char !== '\t') return false
  }
  return signs >= 3
}

function isUnderline(rest: string): boolean {
  const line = rest.trimEnd()
  return line === rest.charAt(0).repeat(line.length)
}

/** The text of a heading without the closing `#` characters. */
function headingText(rest: string): string {
  const text = rest.trim()
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end--
  if (end === text.length) return text
  return end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t' ? text.slice(0, end).trimEnd() : text
}
