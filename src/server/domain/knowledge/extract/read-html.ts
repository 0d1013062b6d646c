import type { Block } from '../passages/cut-passages.ts'
import { findHtmlEncoding } from './decode-text.ts'
import { extractLimits, type ReadDocument, Unreadable } from './document.ts'
import type { Node } from './html-tables.ts'
import { isLargePage, largePageBlocks } from './large-page.ts'
import { findMainPart } from './main-part.ts'
import { PageBlocks } from './page-blocks.ts'
import { parsePage } from './parse-page.ts'

/** A form may hold a whole page; only its controls are no text. */
const unread =
  'script, style, noscript, template, svg, iframe, input, select, textarea, button, nav, head > :not(title)'

/** Of a page's text; a smaller main part was not found, or does not exist. */
const MAIN_SHARE = 0.4

/** The main part of a saved web page, if one can be identified. */
export const readHtml: ReadDocument = async (bytes, output) => {
  if (bytes.length > extractLimits.htmlBytes)
    throw new Unreadable(`An HTML file can have at most ${extractLimits.htmlBytes / 1024 / 1024} MB.`)
  const found = await findHtmlEncoding(bytes)
  if (found?.note) output.note(found.note)
  const html = found ? new TextDecoder(found.encoding).decode(bytes) : ''
  if (!isLargePage(html)) for (const block of htmlBlocks(html, { mainPart: true })) output.add(block)
  else {
    output.note('The page is so long that all of it was read, not only its main part.')
    for (const blocks of largePageBlocks(html)) {
      for (const block of blocks) output.add(block)
      await output.sent()
    }
  }
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

function blocksOf(root: Node): Block[] {
  const found: Block[] = []
  new PageBlocks((block) => found.push(block)).add(root)
  return found
}
