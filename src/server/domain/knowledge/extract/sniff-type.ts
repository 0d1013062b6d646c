import type { SourceType } from '../../../../shared/knowledge/sources.ts'
import { decodeRoughly } from './decode-text.ts'

export const SNIFF_BYTES = 16 * 1024

const refused: readonly [beginning: string, sentence: string][] = [
  ['d0cf11e0', 'This is an older Office file. Save it as DOCX or PDF, and upload that.'],
  ['7b5c727466', 'This is an RTF file. Save it as DOCX or PDF, and upload that.'],
]

type Sniffed = { type: SourceType } | { refusal: string }

const allowed = {
  documents: 'Use a PDF, DOCX, EPUB, HTML, Markdown, text or CSV file.',
  'documents and pictures':
    'Use a PDF, DOCX, EPUB, HTML, Markdown, text or CSV file, or a PNG, JPEG, WebP or GIF picture.',
}
export type Allowed = keyof typeof allowed

/**
 * Uses the name only to distinguish kinds of plain text, which have no signature, and a text that has one in it.
 * @param head the first `SNIFF_BYTES` bytes
 * @param may what a refusal suggests instead
 */
export function sniffType(head: Uint8Array, name: string, may: Allowed = 'documents'): Sniffed {
  if (head.length === 0) return { refusal: 'The file is empty.' }
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const text = decodeRoughly(bytes)
  // Some programs write something first; readers accept the signature within the first kilobyte. A text may speak of it.
  const pdfAt = bytes.subarray(0, 1024).indexOf('%PDF-')
  if (pdfAt === 0 || (pdfAt > 0 && (ending === 'pdf' || text === null))) return { type: 'pdf' }
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return sniffZip(bytes, may)
  const beginning = bytes.subarray(0, 8).toString('hex')
  for (const [mark, sentence] of refused) if (beginning.startsWith(mark)) return { refusal: sentence }
  if (text === null) return { refusal: allowed[may] }
  return { type: sniffText(text, ending) }
}

function sniffZip(bytes: Buffer, may: Allowed): Sniffed {
  if (bytes.subarray(30, 60).toString('latin1').startsWith('mimetypeapplication/epub+zip'))
    return { type: 'epub' }
  // The directory is at the end, but these programs also write the names near the beginning.
  const named = (name: string) => bytes.includes(name)
  if (named('word/') || (named('[Content_Types].xml') && !named('xl/') && !named('ppt/')))
    return { type: 'docx' }
  if (named('META-INF/container.xml')) return { type: 'epub' }
  if (named('xl/')) return { refusal: 'This is a spreadsheet. Save it as CSV, and upload that.' }
  if (named('ppt/')) return { refusal: 'These are slides. Save them as PDF, and upload that.' }
  return { refusal: `This is a zip file that is neither DOCX nor EPUB. ${allowed[may]}` }
}

const htmlBeginning = /<(?:!doctype\s+html|html|head|body)\b/iy
/** What may stand before it. Each is looked for once, where the one before ends: a pattern of all of them tries every way to divide them. */
const beforeHtml = /\s+|<\?xml[^>]*>|<!--[\s\S]*?-->/iy
/** A link’s label has no bracket in it: from each of many, the text would be read to its end. */
const markdownSigns = /^(?:#{1,6}\s+\S|```|[-*]\s+\[[ x]\]|\|.*\|\s*$)|\[[^[\]\n]+\]\([^)\n]+\)/m

function sniffText(text: string, ending: string): SourceType {
  if (beginsAsHtml(text)) return 'html'
  if (ending === 'csv' || ending === 'tsv') return 'csv'
  if (ending === 'md' || ending === 'markdown') return 'markdown'
  if (ending === 'html' || ending === 'htm' || ending === 'xhtml') return 'html'
  return ending !== 'txt' && markdownSigns.test(text) ? 'markdown' : 'text'
}

function beginsAsHtml(text: string): boolean {
  let at = 0
  for (;;) {
    beforeHtml.lastIndex = at
    if (!beforeHtml.test(text)) break
    at = beforeHtml.lastIndex
  }
  htmlBeginning.lastIndex = at
  return htmlBeginning.test(text)
}
