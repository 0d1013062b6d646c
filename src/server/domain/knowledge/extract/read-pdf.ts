import { getDocumentProxy } from 'unpdf'
import type { Block } from '../passages/cut-passages.ts'
import { Enough, extractLimits, type Output, type ReadDocument, Unreadable } from './document.ts'
import { type PdfItem, pageParagraphs } from './pdf-layout.ts'
import { restorePdf } from './restore-pdf.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Reads a PDF page by page. If a page can't be read, the others still are. */
export const readPdf: ReadDocument = async (bytes, output) => {
  const isCutOff = !bytes.subarray(-2_048).includes('%%EOF')
  const { pdf, isRestored } = await open(bytes, isCutOff)
  const pages = Math.min(pdf.numPages, extractLimits.pages)
  if (pages < pdf.numPages)
    output.note(`Only the first ${number(pages)} of its ${number(pdf.numPages)} pages were read.`)
  const broken: number[] = []
  const withoutText: number[] = []
  const garbled: number[] = []
  let before: Block | undefined
  for (let page = 1; page <= pages; page++) {
    try {
      const paragraphs = await readPage(pdf, page)
      if (paragraphs.length === 0) withoutText.push(page)
      else if (isGarbled(paragraphs.join(''))) garbled.push(page)
      for (const [index, text] of paragraphs.entries()) {
        const continues = index === 0 && before !== undefined && isCutInTwo(before.text, text)
        before = { text, page, ...(continues && { continues }) }
        output.add(before)
      }
    } catch (error) {
      if (error instanceof Enough) throw error
      broken.push(page)
    }
    output.progress(page, pages)
    await output.sent()
  }
  tell(output, { pages, broken, withoutText, garbled, isCutOff: isCutOff || isRestored })
  return pdf.numPages
}

async function open(bytes: Buffer, isCutOff: boolean): Promise<{ pdf: Pdf; isRestored: boolean }> {
  try {
    return { pdf: await load(bytes), isRestored: false }
  } catch (error) {
    if ((error as Error).name === 'PasswordException')
      throw new Unreadable('This PDF is locked with a password. Save a copy without one, and upload that.')
    const restored = restorePdf(bytes)
    const pdf = restored && (await load(restored).catch(() => null))
    if (pdf) return { pdf, isRestored: true }
    throw new Unreadable(
      isCutOff
        ? 'This PDF ends in the middle, before anything that could be read. Upload it again from where it is whole.'
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

async function readPage(pdf: Pdf, number: number): Promise<string[]> {
  const page = await pdf.getPage(number)
  try {
    const { items } = await page.getTextContent()
    const [left = 0, , right = 0] = page.view
    return pageParagraphs(
      items.filter((item): item is typeof item & PdfItem => 'str' in item),
      { left, right },
    )
  } finally {
    page.cleanup()
  }
}

/** The share of replacement and private-use characters from which a page's font is assumed not to map to text. */
const GARBLED_SHARE = 0.1

function isGarbled(text: string): boolean {
  return (text.match(/\ufffd|[\ue000-\uf8ff]/g)?.length ?? 0) > GARBLED_SHARE * text.length
}

/** Whether the first paragraph of a page continues the last sentence of the page before. */
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
    isCutOff,
  }: { pages: number; broken: number[]; withoutText: number[]; garbled: number[]; isCutOff: boolean },
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
      `${listed(garbled)} can not be read well: the font there does not say which letters it draws.`,
    )
  if (broken.length > 0) output.note(`${listed(broken)} can not be read: the file is damaged there.`)
  if (withoutText.length > 0)
    output.note(
      `${listed(withoutText)} ${withoutText.length === 1 ? 'has' : 'have'} no text; there may be pictures of it.`,
    )
}

const MOST_LISTED = 8

/** “Page 3”, “Pages 3, 4 and 9”, “Pages 1, 2, 3 and 20 others”. */
function listed(pages: readonly number[]): string {
  if (pages.length === 1) return `Page ${pages[0]}`
  const named = pages.length > MOST_LISTED ? pages.slice(0, MOST_LISTED) : pages.slice(0, -1)
  const last = pages.length > MOST_LISTED ? `${number(pages.length - MOST_LISTED)} others` : pages.at(-1)
  return `Pages ${named.join(', ')} and ${last}`
}

const number = (value: number) => value.toLocaleString('en-US')
