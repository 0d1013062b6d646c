import { decodeText } from './decode-text.ts'
import { extractLimits, type Output, type ReadDocument, Unreadable } from './document.ts'
import { rowBlocks } from './table-rows.ts'

function textOf(bytes: Buffer): string {
  const text = decodeText(bytes)
  if (text === null) throw new Unreadable('This is not a text file: it contains bytes that no text has.')
  return text.replaceAll(/\r\n?/g, '\n')
}

/** A line break becomes a space, except in text that is laid out in lines. */
function addParagraphs(text: string, output: Output): void {
  for (const paragraph of text.split(/\n[^\S\n]*\n|\f/)) {
    const trimmed = paragraph.trim()
    if (trimmed !== '')
      output.add({
        text: fence.test(trimmed) ? trimmed : trimmed.replaceAll(/(?<=[^\s.:;!?])\n(?=\p{Ll})/gu, ' '),
      })
  }
}

export const readText: ReadDocument = async (bytes, output) => {
  addParagraphs(textOf(bytes), output)
  return null
}

const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/
const underline = /^ {0,3}(?:=+|-+)\s*$/
const fence = /^ {0,3}(?:```|~~~)/

/** Markdown stays as written, but for headings. */
export const readMarkdown: ReadDocument = async (bytes, output) => {
  let paragraph: string[] = []
  let isFenced = false
  const end = () => {
    addParagraphs(paragraph.join('\n'), output)
    paragraph = []
  }
  for (const line of textOf(bytes).split('\n')) {
    if (fence.test(line)) isFenced = !isFenced
    const marked = isFenced ? undefined : heading.exec(line)?.[1]
    const [above] = paragraph
    if (marked) {
      end()
      output.add({ text: marked, isHeading: true })
    } else if (!isFenced && underline.test(line) && paragraph.length === 1 && above?.trim()) {
      paragraph = []
      output.add({ text: above.trim(), isHeading: true })
    } else if (line.trim() === '' && !isFenced) end()
    else paragraph.push(line)
  }
  end()
  return null
}

/** Each row has the names of its columns, to be understood when found alone. */
export const readCsv: ReadDocument = async (bytes, output) => {
  const text = textOf(bytes)
  const delimiter = delimiterOf(text.slice(0, text.indexOf('\n') + 1 || undefined))
  let names: string[] | undefined
  let rows = 0
  for (const row of rowsOf(text, delimiter)) {
    if (!names) {
      names = row
      continue
    }
    if (rows === extractLimits.rows) {
      output.note(`Only the first ${extractLimits.rows.toLocaleString('en-US')} rows were read.`)
      break
    }
    rows += 1
    for (const block of rowBlocks(names, [row])) output.add(block)
  }
  if (names && rows === 0) output.add({ text: names.join('; ') })
  return null
}

function delimiterOf(line: string): string {
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** RFC 4180: a quoted cell may contain delimiters, line breaks and doubled quotes. */
function* rowsOf(text: string, delimiter: string): Generator<string[]> {
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at += 1
      for (;;) {
        const quote = text.indexOf('"', at)
        cell += text.slice(at, quote === -1 ? undefined : quote)
        at = quote === -1 ? text.length : quote + 1
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    let end = at
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
    row.push(cell + text.slice(at, end))
    if (text[end] !== delimiter) {
      yield row
      row = []
    }
    at = end + 1
  }
  if (row.length > 0) yield row
}
