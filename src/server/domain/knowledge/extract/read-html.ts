import type { Block } from '../passages/cut-passages.ts'
import { findHtmlEncoding } from './decode-text.ts'
import { extractLimits, type ReadDocument, Unreadable } from './document.ts'
import { type Node, tableBlocks } from './html-tables.ts'
import { findMainPart } from './main-part.ts'
import { parsePage } from './parse-page.ts'

/** A form may hold a whole page; only its controls are no text. */
const unread =
  'script, style, noscript, template, svg, iframe, input, select, textarea, button, nav, head > :not(title)'

const headings = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER FORM HEADER HR LI MAIN OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
)

/** Of a page's text; a smaller main part was not found, or does not exist. */
const MAIN_SHARE = 0.4

const ELEMENT = 1
const TEXT = 3

/** The main part of a saved web page, if one can be identified. */
export const readHtml: ReadDocument = async (bytes, output) => {
  if (bytes.length > extractLimits.htmlBytes)
    throw new Unreadable(`An HTML file can have at most ${extractLimits.htmlBytes / 1024 / 1024} MB.`)
  const found = await findHtmlEncoding(bytes)
  if (found?.note) output.note(found.note)
  const html = found ? new TextDecoder(found.encoding).decode(bytes) : ''
  for (const block of htmlBlocks(html, { mainPart: true })) output.add(block)
  return null
}

/** @param options.hasNotes it was made of a Word document, with its notes in a list at the end */
export function htmlBlocks(html: string, options: { mainPart?: boolean; hasNotes?: boolean } = {}): Block[] {
  const document = parsePage(html)
  for (const element of document.querySelectorAll(unread)) element.remove()
  if (options.hasNotes) placeNotes(document)
  const whole = document.body as unknown as Node
  const all = blocksOf(whole)
  if (!options.mainPart) return all
  // Before Readability runs, which modifies the document.
  const title = document.title.trim()
  const main = findMainPart(document)
  const found = main ? blocksOf(main) : []
  const blocks = lengthOf(found) >= MAIN_SHARE * lengthOf(all) ? found : all
  const hasTitle = blocks.some(({ text, isHeading }) => isHeading && text === title)
  return title === '' || hasTitle ? blocks : [{ text: title, isHeading: true }, ...blocks]
}

/** Puts a note behind the paragraph that refers to it, with its number. */
function placeNotes(document: ReturnType<typeof parsePage>): void {
  for (const item of [...document.querySelectorAll('li[id^="footnote-"], li[id^="endnote-"]')]) {
    const references = [...document.querySelectorAll(`a[href="#${item.id}"]`)]
    const label = references[0]?.textContent?.trim() ?? ''
    // The way back to the reference.
    for (const back of item.querySelectorAll('a[href*="note-ref-"]')) back.remove()
    const note = document.createElement('p')
    note.textContent = `${label} ${item.textContent?.trim() ?? ''}`.trim()
    item.remove()
    const place = references[0]?.closest('p, li, td, th, h1, h2, h3, h4, h5, h6')
    if (!place) document.body.append(note)
    else if (place.matches('td, th')) place.append(note)
    else {
      // Several notes of one paragraph stay in their order.
      let last = place
      while (last.nextElementSibling?.hasAttribute('data-note')) last = last.nextElementSibling
      note.setAttribute('data-note', '')
      last.after(note)
    }
  }
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}

/** Its line breaks say something. */
function codeBlocks(element: Node): Block[] {
  const text = (element.textContent ?? '').replace(/^\n/, '').trimEnd()
  return text.trim() === '' ? [] : [{ text }]
}

function blocksOf(root: Node): Block[] {
  const found: Block[] = []
  let text = ''
  const end = (isHeading = false) => {
    const trimmed = text.replaceAll(/\s+/g, ' ').trim()
    if (trimmed !== '') found.push(isHeading ? { text: trimmed, isHeading } : { text: trimmed })
    text = ''
  }
  // A page may be nested deeper than the call stack allows.
  const stack: (Node | (() => void))[] = [root]
  for (;;) {
    const next = stack.pop()
    if (next === undefined) break
    if (typeof next === 'function') next()
    else if (next.nodeType === TEXT) text += next.textContent ?? ''
    else if (next.nodeType === ELEMENT) {
      const tag = next.tagName?.toUpperCase() ?? ''
      const whole = tag === 'TABLE' ? tableBlocks(next) : tag === 'PRE' ? codeBlocks(next) : null
      if (whole) {
        end()
        for (const block of whole) found.push(block)
        continue
      }
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
