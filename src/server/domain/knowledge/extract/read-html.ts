import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Block } from '../passages/cut-passages.ts'
import { decodeHtml } from './decode-text.ts'
import { extractLimits, type ReadDocument, Unreadable } from './document.ts'

/** The elements of a page that contain no readable text. */
const unread = 'script, style, noscript, template, svg, iframe, form, nav, head > :not(title)'

const headings = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

/** The elements that begin and end a paragraph. */
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
)

/** The minimum share of a page's text that the main part must have; otherwise it was not found, or does not exist. */
const MAIN_SHARE = 0.4

/** The part of the DOM that is used here; the server's `lib` has no DOM types, and `linkedom` provides none. */
interface Node {
  nodeType: number
  textContent: string | null
  childNodes: Iterable<Node>
  tagName?: string
}

const ELEMENT = 1
const TEXT = 3

/** Reads a saved web page: its main part, if one can be identified. */
export const readHtml: ReadDocument = async (bytes, output) => {
  if (bytes.length > extractLimits.htmlBytes)
    throw new Unreadable(`An HTML file can have at most ${extractLimits.htmlBytes / 1024 / 1024} MB.`)
  for (const block of htmlBlocks(decodeHtml(bytes), { mainPart: true })) output.add(block)
  return null
}

/**
 * The paragraphs and headings of HTML, in order.
 * @param options.mainPart whether to leave out everything around the article
 */
export function htmlBlocks(html: string, options: { mainPart?: boolean } = {}): Block[] {
  const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  for (const element of document.querySelectorAll(unread)) element.remove()
  const whole = document.body as unknown as Node
  const all = blocksOf(whole)
  if (!options.mainPart) return all
  // Read before Readability runs, which modifies the document.
  const title = document.title.trim()
  const main = new Readability(document as never, { serializer: (element) => element }).parse()
  const found = main?.content ? blocksOf(main.content as unknown as Node) : []
  const blocks = lengthOf(found) >= MAIN_SHARE * lengthOf(all) ? found : all
  const hasTitle = blocks.some(({ text, isHeading }) => isHeading && text === title)
  return title === '' || hasTitle ? blocks : [{ text: title, isHeading: true }, ...blocks]
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}

function blocksOf(root: Node): Block[] {
  const found: Block[] = []
  let text = ''
  const end = (isHeading = false) => {
    const trimmed = text.replaceAll(/\s+/g, ' ').trim()
    if (trimmed !== '') found.push(isHeading ? { text: trimmed, isHeading } : { text: trimmed })
    text = ''
  }
  // Uses a stack of its own, because a page may be nested deeper than the call stack allows.
  const stack: (Node | (() => void))[] = [root]
  for (;;) {
    const next = stack.pop()
    if (next === undefined) break
    if (typeof next === 'function') next()
    else if (next.nodeType === TEXT) text += next.textContent ?? ''
    else if (next.nodeType === ELEMENT) {
      const tag = next.tagName?.toUpperCase() ?? ''
      if (headings.has(tag)) {
        end()
        stack.push(() => end(true))
      } else if (blocks.has(tag)) {
        end()
        stack.push(() => end())
      } else if (tag === 'BR') text += ' '
      stack.push(...[...next.childNodes].reverse())
    }
  }
  end()
  return found
}
