import { type Node, tableBlocks } from '../../../knowledge/extract/html-tables.ts'
import { findMainPart } from '../../../knowledge/extract/main-part.ts'
import { parsePage } from '../../../knowledge/extract/parse-page.ts'
import { removeHidden } from './hidden-elements.ts'

/** What is no text, or is none without a program of the page. */
const unread =
  'script, style, noscript, template, svg, canvas, iframe, object, embed, audio, video, input, select, textarea, button, meta, link, base'

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER FORM HEADER HR LI MAIN NAV OL P SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
)
const heading = /^H([1-6])$/

/** Of a page's text; a smaller main part was not found, or does not exist. */
const MAIN_SHARE = 0.4

/** A longer address carries more than the way to a page. */
const ADDRESS_CHARACTERS = 2_000

const ELEMENT = 1
const TEXT = 3

export interface ReadablePage {
  title: string
  /** Headings, lists and code as in Markdown; absolute addresses in angle brackets behind what leads there. */
  text: string
  /** Elements with text that a person would not see, which were left out. */
  hidden: number
}

/** @param address of the page, which its relative addresses are meant from */
export function readableHtml(html: string, address: string): ReadablePage {
  const { document, title, hidden, base } = visiblePage(html, address)
  const whole = lengthOf(document.body as unknown as Node)
  const found = findMainPart(document)
  const root =
    found && lengthOf(found) >= MAIN_SHARE * whole
      ? found
      : (visiblePage(html, address).document.body as unknown as Node)
  return { title, text: new PageText(base).read(root), hidden }
}

function visiblePage(html: string, address: string) {
  const document = parsePage(html)
  const base = URL.parse(document.querySelector('base')?.getAttribute('href') ?? '', address)?.href ?? address
  const hidden = removeHidden(document as never)
  // A page without its outer elements has it anywhere.
  const titles = [...document.querySelectorAll('title')]
  const title = (titles[0]?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  for (const element of [...titles, ...document.querySelectorAll(unread)]) element.remove()
  return { document, title, hidden, base }
}

const lengthOf = (node: Node) => (node.textContent ?? '').replaceAll(/\s+/g, ' ').length

/** Makes paragraphs of the nodes of a page, whose addresses are meant from `base`. */
class PageText {
  readonly paragraphs: string[] = []
  readonly #base: string
  #line = ''

  constructor(base: string) {
    this.#base = base
  }

  read(root: Node): string {
    // A page may be nested deeper than the call stack allows.
    const stack: (Node | (() => void))[] = [root]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (typeof next === 'function') next()
      else if (next.nodeType === TEXT) this.#line += (next.textContent ?? '').replaceAll(/\s+/g, ' ')
      else if (next.nodeType === ELEMENT) stack.push(...this.#readElement(next).reverse())
    }
    this.#end()
    return this.paragraphs.join('\n\n')
  }

  /** Returns what is to be read next, in its order. */
  #readElement(element: Node): (Node | (() => void))[] {
    const tag = element.tagName?.toUpperCase() ?? ''
    const level = heading.exec(tag)?.[1]
    if (tag === 'PRE') return this.#addCode(element)
    if (tag === 'TABLE' && this.#addRows(element)) return []
    if (tag === 'BR') this.#line += '\n'
    const children = [...element.childNodes]
    if (tag === 'A') return [...children, () => this.#addAddress(element)]
    if (!level && !blocks.has(tag)) return children
    this.#end()
    const mark = level ? `${'#'.repeat(Number(level))} ` : ''
    return [...children, () => this.#end(tag === 'LI' ? '- ' : mark)]
  }

  #end(mark = ''): void {
    const text = this.#line
      .replaceAll(/ *\n */g, '\n')
      .replaceAll(/ +/g, ' ')
      .trim()
    if (text !== '') this.paragraphs.push(mark + text)
    this.#line = ''
  }

  #addCode(element: Node): [] {
    this.#end()
    const code = (element.textContent ?? '').replace(/^\n/, '').trimEnd()
    if (code !== '') this.paragraphs.push(`\`\`\`\n${code}\n\`\`\``)
    return []
  }

  /** @returns false for a table that only arranges a page */
  #addRows(table: Node): boolean {
    const rows = tableBlocks(table)
    if (!rows) return false
    this.#end()
    for (const { text } of rows) this.paragraphs.push(text)
    for (const anchor of anchorsIn(table)) {
      this.#line = (anchor.textContent ?? '').replaceAll(/\s+/g, ' ')
      this.#addAddress(anchor)
      this.#end('- ')
    }
    return true
  }

  #addAddress(anchor: Node): void {
    const address = addressOf(anchor, this.#base)
    const text = (anchor.textContent ?? '').trim()
    if (address && text !== '' && text !== address) this.#line += ` <${address}>`
  }
}

/** Null for a place on the same page, and for what is not on the web. */
function addressOf(anchor: Node, base: string): string | null {
  const href = anchor.getAttribute?.('href')?.trim() ?? ''
  const url = href === '' || href.startsWith('#') ? null : URL.parse(href, base)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && url.href.length <= ADDRESS_CHARACTERS ? url.href : null
}

function anchorsIn(root: Node): Node[] {
  const found: Node[] = []
  const stack: Node[] = [root]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.tagName?.toUpperCase() === 'A') found.push(next)
    stack.push(...[...next.childNodes].reverse())
  }
  return found
}
