import type { Block } from '../passages/cut-passages.ts'
import { type Node, tableBlocks } from './html-tables.ts'

const headings = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER FORM HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
)

/** A page may be a million texts of a letter each. */
const MOST_TEXTS = 10_000

const ELEMENT = 1
const TEXT = 3

/** Makes blocks of a page's elements and texts, which are passed in their order. */
export class PageBlocks {
  readonly #take: (block: Block) => void
  #texts: string[] = []

  constructor(take: (block: Block) => void) {
    this.#take = take
  }

  text(text: string): void {
    this.#texts.push(text)
    if (this.#texts.length >= MOST_TEXTS) this.#texts = [this.#texts.join('')]
  }

  /** @param tag in upper case, as in `close` */
  open(tag: string): void {
    if (headings.has(tag) || blocks.has(tag)) this.end()
    else if (tag === 'BR') this.text(' ')
  }

  close(tag: string): void {
    if (headings.has(tag) || blocks.has(tag)) this.end(headings.has(tag))
  }

  /** Ends the block that was begun. */
  end(isHeading = false): void {
    // A lone space needs no copy, and a page may be one text of a million words.
    const trimmed = this.#texts
      .join('')
      .replaceAll(/\s{2,}|[^\S ]/g, ' ')
      .trim()
    this.#texts = []
    if (trimmed !== '') this.#take(isHeading ? { text: trimmed, isHeading } : { text: trimmed })
  }

  /** A table that only arranges a page, and what is neither table nor code, is read element by element. */
  add(root: Node): void {
    // A page may be nested deeper than the call stack allows.
    const stack: (Node | string)[] = [root]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (typeof next === 'string') this.close(next)
      else if (next.nodeType === TEXT) this.text(next.textContent ?? '')
      else if (next.nodeType === ELEMENT) {
        const tag = next.tagName?.toUpperCase() ?? ''
        const whole = tag === 'TABLE' ? tableBlocks(next) : tag === 'PRE' ? codeBlocks(next) : null
        this.open(tag)
        if (whole) for (const block of whole) this.#take(block)
        else {
          stack.push(tag)
          for (const child of [...next.childNodes].reverse()) stack.push(child)
        }
      }
    }
    this.end()
  }
}

/** Its line breaks say something. */
function codeBlocks(element: Node): Block[] {
  const text = (element.textContent ?? '').replace(/^\n/, '').trimEnd()
  return text.trim() === '' ? [] : [{ text }]
}
