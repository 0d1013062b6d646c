import { Parser } from 'htmlparser2'
import type { Block } from '../passages/cut-passages.ts'
import type { Node } from './html-tables.ts'
import { PageBlocks } from './page-blocks.ts'

/** In bytes: an element, a text or an attribute of the library's document, and a letter with what is made of it. */
const NODE_BYTES = 500
const LETTER_BYTES = 8
const DOCUMENT_BYTES = 56 * 1024 * 1024

const PIECE_LETTERS = 64 * 1024

/** A longer table is read in several, each with the names of its columns. */
const TABLE_NODES = 100_000

/** For each closing tag, the parser moves all open elements. */
const DEPTH = 5_000

const unread = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME INPUT SELECT TEXTAREA BUTTON NAV'.split(' '),
)
const rowed = new Set(['TABLE', 'THEAD', 'TBODY', 'TFOOT', 'TR'])

/** Whether the library's document of a page would need more memory than its reader has. */
export function isLargePage(html: string): boolean {
  const room = DOCUMENT_BYTES - html.length * LETTER_BYTES
  if (html.length * NODE_BYTES <= room) return false
  let nodes = 0
  let depth = 0
  const count = () => {
    nodes += 1
  }
  const parser = new Parser({
    onopentag: () => {
      nodes += 1
      depth += 1
    },
    onclosetag: () => {
      depth -= 1
    },
    onattribute: count,
    ontext: count,
    oncomment: count,
  })
  for (const piece of piecesOf(html)) {
    parser.write(piece)
    if (nodes * NODE_BYTES > room || depth > DEPTH) return true
  }
  return false
}

/** The blocks of each piece of a page, of which no document is made. */
export function* largePageBlocks(html: string): Generator<readonly Block[]> {
  let found: Block[] = []
  const reading = new LargePage((block) => found.push(block))
  const parser = new Parser(reading, { lowerCaseAttributeNames: false })
  for (const piece of piecesOf(html)) {
    parser.write(piece)
    yield found
    found = []
  }
  parser.end()
  reading.end()
  yield found
}

function* piecesOf(html: string): Generator<string> {
  for (let at = 0; at < html.length; at += PIECE_LETTERS) yield html.slice(at, at + PIECE_LETTERS)
}

/** An element of a table that is still open, as far as its rows need it. */
class Kept implements Node {
  readonly nodeType = 1
  readonly childNodes: Node[] = []
  readonly tagName: string
  readonly #attributes: Readonly<Record<string, string>> | null

  constructor(tagName: string, attributes: Readonly<Record<string, string>>) {
    this.tagName = tagName
    this.#attributes = Object.keys(attributes).length > 0 ? attributes : null
  }

  get textContent(): string {
    let text = ''
    const stack: Node[] = [this]
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (next instanceof Kept) for (const child of next.childNodes.toReversed()) stack.push(child)
      else text += next.textContent ?? ''
    }
    return text
  }

  emptied(): Kept {
    return new Kept(this.tagName, this.#attributes ?? {})
  }

  getAttribute(name: string): string | null {
    return this.#attributes?.[name] ?? null
  }
}

/** The open elements of a table to which a row is to be added, without its rows so far but with its names. */
function nextTable(open: readonly Kept[]): Kept[] {
  const [table, section] = open
  if (!table || open.length > 2 || open.some(({ tagName }) => !rowed.has(tagName))) return []
  const [next, nextSection] = open.map((element) => element.emptied())
  const first = (section ?? table).childNodes.find(({ tagName }) => tagName === 'TR')
  const head = table.childNodes.find(({ tagName }) => tagName === 'THEAD')
  if (next && head) next.childNodes.push(head)
  else if (first && [...first.childNodes].every(({ tagName }) => tagName === 'TH'))
    (nextSection ?? next)?.childNodes.push(first)
  if (next && nextSection) next.childNodes.push(nextSection)
  return [next, nextSection].filter((element) => element !== undefined)
}

/** Takes what the parser finds. */
class LargePage {
  readonly #blocks: PageBlocks
  readonly #open: string[] = []
  /** The open elements of a table or of code, the outermost first. */
  #kept: Kept[] = []
  #nodes = 0
  /** How many open elements are not read. */
  #unread = 0

  constructor(take: (block: Block) => void) {
    this.#blocks = new PageBlocks(take)
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const tag = name.toUpperCase()
    const isHidden = unread.has(tag) || (this.#open.at(-1) === 'HEAD' && tag !== 'TITLE')
    this.#open.push(tag)
    if (this.#unread > 0 || isHidden) this.#unread += 1
    else if (this.#kept.length > 0 || tag === 'TABLE' || tag === 'PRE') this.#keep(new Kept(tag, attributes))
    else if (tag === 'TITLE') this.#blocks.end()
    else this.#blocks.open(tag)
  }

  ontext(text: string): void {
    if (this.#unread > 0) return
    const parent = this.#kept.at(-1)
    if (!parent) this.#blocks.text(text)
    else if (!rowed.has(parent.tagName) || text.trim() !== '') {
      parent.childNodes.push({ nodeType: 3, textContent: text, childNodes: [] })
      this.#nodes += 1
    }
  }

  onclosetag(): void {
    const tag = this.#open.pop() ?? ''
    if (this.#unread > 0) this.#unread -= 1
    else if (this.#kept.length > 1) this.#kept.pop()
    else if (this.#kept.length === 1) this.#release()
    else if (tag === 'TITLE') this.#blocks.end(true)
    else this.#blocks.close(tag)
  }

  end(): void {
    this.#blocks.end()
  }

  #keep(element: Kept): void {
    const isRow = element.tagName === 'TR'
    const next = isRow && this.#nodes >= TABLE_NODES ? nextTable(this.#kept) : []
    if (next.length > 0 || this.#nodes >= 2 * TABLE_NODES) {
      this.#release()
      this.#kept = next
      if (next.length === 0) {
        this.#blocks.open(element.tagName)
        return
      }
    }
    this.#kept.at(-1)?.childNodes.push(element)
    this.#kept.push(element)
    this.#nodes += 1
  }

  #release(): void {
    const [whole] = this.#kept
    this.#kept = []
    this.#nodes = 0
    if (whole) this.#blocks.add(whole)
  }
}
