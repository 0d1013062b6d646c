import { fenceAfter } from '../../../../shared/text/open-fence.ts'
import { decodePieces } from './decode-pieces.ts'
import { findEncoding } from './decode-text.ts'
import { extractLimits, type Output, type ReadDocument, Unreadable } from './document.ts'
import { rowBlocks } from './table-rows.ts'

/** A paragraph, line or row without an end is read in parts of this many characters. */
const PART_CHARACTERS = 50_000

/** The text in pieces, with line feeds alone between its lines; after each, what was read of it is sent. */
async function* readPieces(bytes: Buffer, output: Output): AsyncGenerator<string> {
  const found = await findEncoding(bytes)
  if (!found) throw new Unreadable('This is not a text file: it contains bytes that no text has.')
  if (found.note) output.note(found.note)
  let held = ''
  for (const piece of decodePieces(bytes, found.encoding)) {
    const text = held + piece
    // A line feed may follow in the next piece.
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replaceAll(/\r\n?/g, '\n')
    await output.sent()
  }
}

async function* readLines(bytes: Buffer, output: Output): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of readPieces(bytes, output)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    while (rest.length > PART_CHARACTERS) {
      const space = rest.lastIndexOf(' ', PART_CHARACTERS)
      const end = space > 0 ? space : PART_CHARACTERS
      yield rest.slice(0, end)
      rest = rest.slice(end)
    }
  }
  yield rest
}

/** Collects the lines of a paragraph; a line break becomes a space, except in text that is laid out in lines. */
class Paragraph {
  readonly #output: Output
  #lines: string[] = []
  #length = 0
  isFenced = false

  constructor(output: Output) {
    this.#output = output
  }

  /** The line, if there is no other one. */
  get only(): string | undefined {
    return this.#lines.length === 1 ? this.#lines[0] : undefined
  }

  add(line: string): void {
    for (const [index, part] of line.split('\f').entries()) {
      const isBlank = part.trim() === '' && !this.isFenced
      if (index > 0 || isBlank || this.#length + part.length > PART_CHARACTERS) this.end()
      if (isBlank) continue
      this.#lines.push(part)
      this.#length += part.length
    }
  }

  /** Leaves it out, since it was read as something else. */
  clear(): void {
    this.#lines = []
    this.#length = 0
  }

  end(): void {
    const text = this.#lines.join('\n').trim()
    this.clear()
    if (text === '') return
    const isLaidOut = this.isFenced || fence.test(text)
    this.#output.add({ text: isLaidOut ? text : text.replaceAll(/(?<=[^\s.:;!?])\n(?=\p{Ll})/gu, ' ') })
  }
}

export const readText: ReadDocument = async (bytes, output) => {
  const paragraph = new Paragraph(output)
  for await (const line of readLines(bytes, output)) paragraph.add(line)
  paragraph.end()
  return null
}

const heading = /^ {0,3}#{1,6}\s(.*)$/
/** They close a heading only behind a space: “Learn C#” ends with a letter of its own. */
const closingMarks = /(?:^|(?<=\s))#+$/
const underline = /^ {0,3}(?:=+|-+)\s*$/
const fence = /^ {0,3}(?:```|~~~)/

/** Markdown stays as written, but for headings. What stands between two fences is one paragraph, with them. */
export const readMarkdown: ReadDocument = async (bytes, output) => {
  const paragraph = new Paragraph(output)
  let open: string | null = null
  for await (const line of readLines(bytes, output)) {
    const before: string | null = open
    open = fenceAfter(before, line)
    if (before === null && open !== null) paragraph.end()
    paragraph.isFenced = before !== null || open !== null
    if (paragraph.isFenced) paragraph.add(line)
    else addMarkdown(line, paragraph, output)
    if (before !== null && open === null) paragraph.end()
  }
  paragraph.end()
  return null
}

function addMarkdown(line: string, paragraph: Paragraph, output: Output): void {
  const marked = heading.exec(line)?.[1]?.trim().replace(closingMarks, '').trimEnd()
  if (marked) {
    paragraph.end()
    output.add({ text: marked, isHeading: true })
  } else if (underline.test(line) && paragraph.only?.trim()) {
    output.add({ text: paragraph.only.trim(), isHeading: true })
    paragraph.clear()
  } else paragraph.add(line)
}

/** Each row has the names of its columns, to be understood when found alone. */
export const readCsv: ReadDocument = async (bytes, output) => {
  let names: string[] | undefined
  let rows = 0
  for await (const row of readRows(bytes, output)) {
    if (!names) {
      // Empty rows above them, as programs leave them, are no names.
      if (row.some((cell) => cell.trim() !== '')) names = row
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

const delimiters = [',', ';', '\t', '|']

/** The rows that a delimiter is judged by. */
const JUDGED_ROWS = 20

/** The one that a first line `sep=;` names, or else the one that most rows have as often. */
function findDelimiter(text: string): { delimiter: string; from: number } {
  const [line, said] = /^sep=(.)\n/.exec(text) ?? []
  if (line && said) return { delimiter: said, from: line.length }
  const judged = delimiters.map((delimiter) => ({ delimiter, ...evenness(text, delimiter) }))
  const [best] = judged.sort((one, other) => other.rows - one.rows || other.columns - one.columns)
  return { delimiter: best && best.columns > 1 ? best.delimiter : ',', from: 0 }
}

/** How many of the first rows have the most frequent number of columns, which is more than one if it can be. */
function evenness(text: string, delimiter: string): { rows: number; columns: number } {
  const counts = new Map<number, number>()
  for (let at = 0, row = 0; at < text.length && row < JUDGED_ROWS; row += 1) {
    const found = rowAt(text, at, delimiter)
    counts.set(found.row.length, (counts.get(found.row.length) ?? 0) + 1)
    at = found.end
  }
  counts.delete(1)
  const [most] = [...counts].sort(([, one], [, other]) => other - one)
  return most ? { columns: most[0], rows: most[1] } : { columns: 1, rows: 0 }
}

async function* readRows(bytes: Buffer, output: Output): AsyncGenerator<string[]> {
  let text = ''
  let delimiter: string | undefined
  let isUnclosed = false
  for await (const piece of readPieces(bytes, output)) {
    text += piece
    let at = 0
    if (delimiter === undefined) ({ delimiter, from: at } = findDelimiter(text))
    for (;;) {
      const found = rowAt(text, at, delimiter)
      // A row that reaches to the end of the text so far goes on in the next piece.
      if (found.end >= text.length && text.length - at < PART_CHARACTERS) break
      isUnclosed ||= found.isUnclosed
      yield found.row
      at = found.end
    }
    text = text.slice(at)
  }
  for (let at = 0; at < text.length; ) {
    const found = rowAt(text, at, delimiter ?? ',')
    isUnclosed ||= found.isUnclosed
    yield found.row
    at = found.end
  }
  if (isUnclosed) output.note('A quotation mark is never closed: what follows it was read as one cell.')
}

/** Spaces before a quoted cell, as by hand; what goes on behind its end is no quoted one. */
const spacesBeforeQuoted = / +(?="[^"]*(?:""[^"]*)*" *(?:([^ "])|$))/y

function skipSpaces(text: string, from: number, delimiter: string): number {
  spacesBeforeQuoted.lastIndex = from
  const [spaces, next = '\n'] = spacesBeforeQuoted.exec(text) ?? []
  return spaces && (next === delimiter || next === '\n') ? from + spaces.length : from
}

/** RFC 4180: a quoted cell may contain delimiters, line breaks and doubled quotes. */
function rowAt(
  text: string,
  from: number,
  delimiter: string,
): { row: string[]; end: number; isUnclosed: boolean } {
  const row: string[] = []
  let at = from
  let isUnclosed = false
  while (at < text.length) {
    let cell = ''
    if (text[at] === ' ') at = skipSpaces(text, at, delimiter)
    if (text[at] === '"') {
      at += 1
      for (;;) {
        const quote = text.indexOf('"', at)
        cell += text.slice(at, quote === -1 ? undefined : quote)
        isUnclosed = quote === -1
        at = isUnclosed ? text.length : quote + 1
        if (text[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    let end = at
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
    row.push(cell + text.slice(at, end))
    at = end + 1
    if (text[end] !== delimiter) break
  }
  return { row, end: at, isUnclosed }
}
