import { fenceOf, headingOf, isRule, itemMarkAt, noteMarkAt, underlineOf } from './block-starts.ts'
import { continuesLeaf } from './continue-leaf.ts'
import { openedFormula } from './formulas.ts'
import { Line } from './line.ts'
import { type Container, OpenBlocks, type Paragraph, type Sketch } from './open-blocks.ts'
import { alignmentsOf, cellsOf, rowOf } from './table.ts'
import { normaliseLabel } from './tree.ts'

/** The nesting of quotes, lists and footnotes; deeper markup stays plain text. */
const MAX_NESTING = 24

/** Reads line by line and keeps a stack of open blocks, like the algorithm of the CommonMark specification. */
export class BlockReader {
  readonly notes = new Map<string, Sketch[]>()
  readonly #blocks = new OpenBlocks()
  #line = new Line('')

  take(text: string): void {
    const blocks = this.#blocks
    this.#line = new Line(text)
    const kept = this.#keepOpen()
    if (kept === blocks.depth && continuesLeaf(blocks, this.#line)) return
    const depth = this.#openBlocks(kept)
    if (depth === undefined) blocks.afterBlank = false
    else if (!this.#line.isBlank && blocks.leaf?.kind === 'paragraph') {
      // Text continues a paragraph even without the markers of its containers (lazy continuation).
      blocks.leaf.lines.push(this.#line.words)
      blocks.afterBlank = false
    } else this.#takeWords(depth)
  }

  end() {
    return { children: this.#blocks.end(), definitions: this.#blocks.definitions }
  }

  #takeWords(depth: number): void {
    const blocks = this.#blocks
    const { isBlank, words } = this.#line
    blocks.closeTo(depth)
    const here = blocks.innermost
    const isFresh = here?.kind === 'item' && here.children.length === 0
    if (!isBlank) blocks.begin({ kind: 'paragraph', lines: [words], formula: openedFormula(words) })
    blocks.afterBlank = isBlank && here?.kind !== 'quote' && !isFresh
  }

  /** The number of open containers that the line continues. Afterwards the position is behind their markers. */
  #keepOpen(): number {
    let kept = 1
    for (; kept < this.#blocks.depth; kept++) {
      const container = this.#blocks.containerAt(kept)
      if (!container || !this.#goesOn(container)) break
    }
    return kept
  }

  #goesOn(container: Container): boolean {
    const line = this.#line
    if (container.kind === 'list' || container.kind === 'root') return true
    line.look()
    if (container.kind === 'quote') {
      if (line.indent > 3 || line.text[line.next] !== '>') return false
      line.skipQuoteMark()
      return true
    }
    if (line.isBlank) {
      if (container.children.length === 0) return false
      line.skipTo(line.next)
      return true
    }
    const offset = container.kind === 'item' ? container.offset : 4
    if (line.indent < offset) return false
    line.skipColumns(offset)
    return true
  }

  /** @returns the number of containers that stay open for the line's text; undefined if no text is left */
  #openBlocks(kept: number): number | undefined {
    const blocks = this.#blocks
    const line = this.#line
    let depth = kept
    for (;;) {
      line.look()
      if (line.isBlank) return depth
      const isParagraph = blocks.leaf?.kind === 'paragraph'
      // An indented line after a paragraph continues it, however far it is indented.
      if (line.indent >= 4) {
        if (isParagraph) return depth
        blocks.closeTo(depth)
        line.skipColumns(4)
        blocks.begin({ kind: 'indented', lines: [line.rest()], open: false })
        return undefined
      }
      const goesOn = depth === blocks.depth
      if ((goesOn && this.#growLeaf()) || this.#openLeaf(depth) || (goesOn && this.#addRow()))
        return undefined
      if (depth >= MAX_NESTING || !this.#openContainer(depth, goesOn && isParagraph)) return depth
      depth = blocks.depth
    }
  }

  /** Whether the line makes a table or a heading of the paragraph above it. */
  #growLeaf(): boolean {
    const { leaf } = this.#blocks
    if (leaf?.kind !== 'paragraph') return false
    const { words } = this.#line
    if (this.#openTable(leaf, words)) return true
    const level = underlineOf(words)
    return level !== undefined && this.#underline(leaf, level)
  }

  /** Whether the line is a heading, a rule, or the beginning of code. */
  #openLeaf(depth: number): boolean {
    const blocks = this.#blocks
    const { words, indent } = this.#line
    const heading = headingOf(words)
    if (heading || isRule(words)) {
      blocks.closeTo(depth)
      blocks.add(heading ? { kind: 'heading', ...heading } : { kind: 'rule' })
      return true
    }
    const fenced = fenceOf(words)
    if (!fenced) return false
    blocks.closeTo(depth)
    blocks.begin({ kind: 'fenced', ...fenced, indent, lines: [], open: false })
    return true
  }

  /** The last line of the paragraph before the delimiter row is the header row. */
  #openTable(paragraph: Paragraph, words: string): boolean {
    const alignments = alignmentsOf(words)
    if (!alignments) return false
    const heads = cellsOf(paragraph.lines.at(-1) ?? '')
    if (heads.length !== alignments.length) return false
    paragraph.lines.pop()
    this.#blocks.closeLeaf()
    this.#blocks.begin({ kind: 'table', alignments, rows: [heads] })
    return true
  }

  #addRow(): boolean {
    const { leaf } = this.#blocks
    const { words, text, next } = this.#line
    if (leaf?.kind !== 'table' || words.startsWith('>') || itemMarkAt(text, next)) return false
    leaf.rows.push(rowOf(words, leaf.alignments.length))
    return true
  }

  /** The paragraph becomes a heading, unless it has nothing but definitions. */
  #underline(paragraph: Paragraph, level: number): boolean {
    this.#blocks.takeDefinitions(paragraph)
    const text = paragraph.lines.join('\n').trim()
    paragraph.lines = []
    this.#blocks.closeLeaf()
    if (text !== '') this.#blocks.add({ kind: 'heading', level, text })
    return text !== ''
  }

  /** Opens a quote, an item or a footnote, if one begins here. */
  #openContainer(depth: number, inParagraph: boolean): boolean {
    const blocks = this.#blocks
    const line = this.#line
    if (line.text[line.next] === '>') {
      blocks.closeTo(depth)
      line.skipQuoteMark()
      blocks.enter({ kind: 'quote', children: [] })
      return true
    }
    const note = noteMarkAt(line.text, line.next)
    if (!note) return this.#openItem(depth, inParagraph)
    blocks.closeTo(depth)
    line.skipTo(line.next + note.length)
    const children: Sketch[] = []
    const label = normaliseLabel(note.label)
    // The first of two footnotes with one label counts; the second, under a key that no reference has, is shown last.
    this.notes.set(this.notes.has(label) ? `${label}\n${this.notes.size}` : label, children)
    blocks.enter({ kind: 'note', children })
    return true
  }

  #openItem(depth: number, inParagraph: boolean): boolean {
    const blocks = this.#blocks
    const line = this.#line
    const found = itemMarkAt(line.text, line.next)
    if (!found) return false
    const { length, mark, start } = found
    const isEmpty = line.text.slice(line.next + length).trim() === ''
    // Only a 1 begins a list within a paragraph, so that a number at a line's beginning does not break a sentence.
    if (inParagraph && (isEmpty || (start !== undefined && start !== 1))) return false
    blocks.closeTo(depth)
    const { indent } = line
    line.skipTo(line.next + length)
    line.look()
    const spaces = line.indent
    const padding = isEmpty || spaces > 4 ? 1 : spaces
    line.skipColumns(Math.min(padding, spaces))
    const list = blocks.innermost
    if (list?.kind !== 'list' || list.mark !== mark)
      blocks.enter({ kind: 'list', children: [], mark, start, loose: false })
    else if (blocks.afterBlank) list.loose = true
    blocks.enter({ kind: 'item', children: [], offset: indent + length + padding })
    return true
  }
}
