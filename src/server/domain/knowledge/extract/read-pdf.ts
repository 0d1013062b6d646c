import { getDocumentProxy } from 'unpdf'
import type { Block } from '../passages/cut-passages.ts'
import { Enough, extractLimits, type Output, type ReadDocument, Unreadable } from './document.ts'
import { listedPages } from './page-list.ts'
import { type Paragraph, pageParagraphs } from './pdf-layout.ts'
import { seemsBackwards } from './pdf-order.ts'
import { preparePdf } from './prepare-pdf.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** The library keeps what it parsed of an open document: 2,000 dense pages would need more memory than there is. */
const PAGES_AT_ONCE = 200

/** If a page can't be read, the others still are. */
export const readPdf: ReadDocument = async (bytes, output) => {
  const isCutOff = !bytes.subarray(-2_048).includes('%%EOF')
  const prepared = isCutOff ? { bytes, letters: [] } : preparePdf(bytes)
  const { readable, isRestored, ...first } = await open(prepared.bytes, isCutOff)
  let { pdf } = first
  const { numPages } = pdf
  const pages = Math.min(numPages, extractLimits.pages)
  if (pages < numPages)
    output.note(`Only the first ${number(pages)} of its ${number(numPages)} pages were read.`)
  const broken: number[] = []
  const withoutText: number[] = []
  const garbled: number[] = []
  const backwards: number[] = []
  let before: Block | undefined
  for (let page = 1; page <= pages; page++) {
    if (page % PAGES_AT_ONCE === 0) {
      await pdf.loadingTask.destroy()
      pdf = await load(readable)
    }
    try {
      const paragraphs = await readPage(pdf, page, prepared.letters)
      if (paragraphs.length === 0) withoutText.push(page)
      else if (isGarbled(paragraphs.map(({ text }) => text).join(''))) garbled.push(page)
      else if (seemsBackwards(paragraphs.map(({ text }) => text).join('\n'))) backwards.push(page)
      for (const [index, { text, isRow }] of paragraphs.entries()) {
        const continues = index === 0 && !isRow && before !== undefined && isCutInTwo(before.text, text)
        before = { text, page, ...(isRow && { isRow }), ...(continues && { continues }) }
        output.add(before)
      }
    } catch (error) {
      if (error instanceof Enough) throw error
      broken.push(page)
    }
    output.progress(page, pages)
    await output.sent()
  }
  tell(output, { pages, broken, withoutText, garbled, backwards, isCutOff: isCutOff || isRestored })
  await pdf.loadingTask.destroy()
  return numPages
}

/** @returns also the bytes that it can be opened from again */
async function open(
  bytes: Buffer,
  isCutOff: boolean,
): Promise<{ pdf: Pdf; readable: Buffer; isRestored: boolean }> {
  try {
    return { pdf: await load(bytes), readable: bytes, isRestored: false }
  } catch (error) {
    if ((error as Error).name === 'PasswordException')
      throw new Unreadable('This PDF is locked with a password. Save a copy without one, and upload that.')
    const restored = restorePdf(bytes)
    const pdf = restored && (await load(restored).catch(() => null))
    if (restored && pdf) return { pdf, readable: restored, isRestored: true }
    throw new Unreadable(
      isCutOff
        ? 'This PDF is cut off before any readable text. Upload a complete copy.'
        : 'This PDF is damaged, and none of its pages can be read.',
    )
  }
}

/** The library takes ownership of the bytes, so it gets a copy. */
function load(bytes: Buffer): Promise<Pdf> {
  return getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    stopAtErrors: false,
    maxImageSize: 0,
  })
}

async function readPage(pdf: Pdf, number: number, letters: readonly string[]): Promise<Paragraph[]> {
  const page = await pdf.getPage(number)
  try {
    const { items } = await page.getTextContent({ includeMarkedContent: true, disableNormalization: true })
    const [left = 0, , right = 0] = page.view
    return pageParagraphs(items, { left, right, letters })
  } finally {
    page.cleanup()
  }
}

/** Of characters without meaning (private use, replaced, NUL): from here a page's font does not map to text. */
const GARBLED_SHARE = 0.1

// biome-ignore lint/suspicious/noControlCharactersInRegex: the library writes it for a glyph without a letter
const noLetters = /[\u0000\ufffd\ue000-\uf8ff]/g

function isGarbled(text: string): boolean {
  return (text.match(noLetters)?.length ?? 0) > GARBLED_SHARE * text.length
}

function isCutInTwo(before: string, text: string): boolean {
  return !/[.!?:;…。！？»"”’)\]]$/.test(before.trimEnd()) && /^[\p{Ll}\p{Lo}\d(,–-]/u.test(text)
}

function tell(
  output: Output,
  {
    pages,
    broken,
    withoutText,
    garbled,
    backwards,
    isCutOff,
  }: {
    pages: number
    broken: number[]
    withoutText: number[]
    garbled: number[]
    backwards: number[]
    isCutOff: boolean
  },
): void {
  const read = pages - broken.length
  if (read === withoutText.length) {
    if (broken.length > 0) throw new Unreadable('This PDF is damaged, and none of its pages can be read.')
    throw new Unreadable(
      `This PDF has no text, only pictures of its ${pages === 1 ? 'page' : `${number(pages)} pages`}. Have its text recognised (OCR), and upload that.`,
    )
  }
  if (isCutOff) {
    const gone = new Set([...broken, ...withoutText])
    let last = pages
    while (gone.has(last)) last -= 1
    output.note(`The file ends in the middle: page ${number(last)} is the last one that could be read.`)
  }
  if (garbled.length > 0)
    output.note(
      `${listedPages(garbled)} can not be read well: the font there does not say which letters it draws.`,
    )
  if (backwards.length > 0)
    output.note(
      `${listedPages(backwards)} may be read backwards: words there begin with letters that only end words.`,
    )
  if (broken.length > 0) output.note(`${listedPages(broken)} can not be read: the file is damaged there.`)
  if (withoutText.length > 0)
    output.note(
      `${listedPages(withoutText)} ${withoutText.length === 1 ? 'has' : 'have'} no text, only pictures or nothing: ${number(withoutText.length)} of ${number(pages)} pages can not be found. Have the text recognised (OCR), and replace the file.`,
    )
}

const number = (value: number) => value.toLocaleString('en-US')

/** `12 0 obj << … /Type /Page …`. */
const pageObject = /(\d{1,8}) 0 obj\s*<<(?:(?!endobj)[\s\S]){0,4000}?\/Type\s*\/Page\b(?!s)/g

const MOST_PAGES = 10_000

/**
 * Appends a list of the pages to a PDF that was cut off and lost its own, in the order of the file; the library finds
 * the objects by itself. Null if no page is found, as in a file with compressed objects.
 */
function restorePdf(bytes: Buffer): Buffer | null {
  const text = bytes.toString('latin1')
  const pages: string[] = []
  for (const [, object] of text.matchAll(pageObject)) {
    if (object && !pages.includes(object)) pages.push(object)
    if (pages.length === MOST_PAGES) break
  }
  if (pages.length === 0) return null
  // Greater than any object number that the file may use.
  const [catalog, list] = [9_000_001, 9_000_002]
  const rest = `\nendstream\nendobj
${catalog} 0 obj\n<< /Type /Catalog /Pages ${list} 0 R >>\nendobj
${list} 0 obj\n<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>\nendobj
trailer\n<< /Root ${catalog} 0 R /Size ${list + 1} >>\nstartxref\n0\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(rest, 'latin1')])
}
