import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { limits } from '../../../../shared/common/limits.ts'
import { type SourceType, sourceTypes } from '../../../../shared/knowledge/sources.ts'
import { cutText, toPlainText } from '../../../../shared/text/plain-text.ts'
import { Refused, serveWork } from '../../sandbox/sandbox-child.ts'
import { type Block, type CutPassage, PassageCutter } from '../passages/cut-passages.ts'
import { detectLanguage } from '../passages/detect-language.ts'
import { passageWords } from '../passages/search-words.ts'
import { Enough, extractLimits, type Output, type ReadDocument, Unreadable } from './document.ts'
import { type Extracted, PASSAGES_AT_ONCE, type Piece } from './extracted.ts'

/** The process that reads untrusted documents: it receives a file and returns its passages. */

async function readerOf(type: SourceType): Promise<ReadDocument> {
  switch (type) {
    case 'pdf':
      return (await import('./read-pdf.ts')).readPdf
    case 'docx':
      return (await import('./read-office.ts')).readDocx
    case 'epub':
      return (await import('./read-office.ts')).readEpub
    case 'html':
      return (await import('./read-html.ts')).readHtml
    case 'markdown':
      return (await import('./read-plain.ts')).readMarkdown
    case 'text':
      return (await import('./read-plain.ts')).readText
    case 'csv':
      return (await import('./read-plain.ts')).readCsv
    default:
      return type satisfies never
  }
}

const LANGUAGE_CHARACTERS = 20_000

const PROGRESS_MS = 300

class PassageOutput implements Output {
  readonly #send: (piece: Piece) => void
  readonly notes: string[] = []
  language: string | null = null
  #cutter: PassageCutter | undefined
  #first: Block[] = []
  #firstLength = 0
  #passages: CutPassage[] = []
  #toldAt = -PROGRESS_MS

  constructor(send: (piece: Piece) => void) {
    this.#send = send
  }

  get characters(): number {
    return this.#cutter?.length ?? 0
  }

  add(block: Block): void {
    const cleaned = { ...block, text: toPlainText(block.text) }
    if (this.#cutter) this.#cut(this.#cutter, cleaned)
    else {
      this.#first.push(cleaned)
      this.#firstLength += cleaned.text.length
      if (this.#firstLength >= LANGUAGE_CHARACTERS) this.#begin()
    }
  }

  note(sentence: string): void {
    if (this.notes.length < extractLimits.notes) this.notes.push(sentence)
  }

  progress(done: number, of: number): void {
    if (done < of && performance.now() - this.#toldAt < PROGRESS_MS) return
    this.#toldAt = performance.now()
    this.#send({ kind: 'progress', done, of })
  }

  async sent(): Promise<void> {
    // Libraries that run in microtasks only would never let the pipe be written.
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
    else await setImmediate()
  }

  end(): void {
    if (!this.#cutter) this.#begin()
    this.#cutter?.end()
    this.#sendPassages()
  }

  #begin(): void {
    this.language = detectLanguage(this.#first.map(({ text }) => text).join('\n'))
    this.#cutter = new PassageCutter(this.language, (passage) => {
      this.#passages.push(passage)
      if (this.#passages.length === PASSAGES_AT_ONCE) this.#sendPassages()
    })
    for (const block of this.#first) this.#cut(this.#cutter, block)
    this.#first = []
  }

  #cut(cutter: PassageCutter, block: Block): void {
    const room = extractLimits.characters - cutter.length
    if (block.text.length > room) {
      // A page may be one block.
      if (!block.isRow && room > 2) cutter.add({ ...block, text: cutText(block.text, room - 2) })
      const where = block.page === undefined ? '' : ` It ends on page ${block.page}.`
      this.note(
        `Only the first ${extractLimits.characters.toLocaleString('en-US')} characters were read.${where}`,
      )
      throw new Enough()
    }
    cutter.add(block)
  }

  #sendPassages(): void {
    if (this.#passages.length === 0) return
    const passages = this.#passages.map((passage) => ({
      ...passage,
      words: passageWords(passage, this.language),
    }))
    this.#passages = []
    this.#send({ kind: 'passages', language: this.language, passages })
  }
}

/** @param file one byte with the index of its type in `sourceTypes`, then the file */
async function extract(file: Buffer, send: (piece: Piece) => void): Promise<Extracted> {
  const read = await readerOf(sourceTypes[file[0] ?? 0] ?? 'text')
  const output = new PassageOutput(send)
  let pages: number | null = null
  try {
    pages = await read(file.subarray(1), output)
    output.end()
  } catch (error) {
    if (error instanceof Unreadable) throw new Refused('invalid', error.message)
    if (!(error instanceof Enough)) throw new Refused('invalid', 'The file is damaged, and can not be read.')
    output.end()
  }
  const { notes, language, characters } = output
  if (characters === 0) throw new Refused('invalid', 'There is no text in this file.')
  return { pages, characters, language, notes }
}

const encode = (value: Piece | Extracted) => Buffer.from(JSON.stringify(value))

serveWork(limits.sourceBytes + 1, async (file, sendPiece) =>
  encode(await extract(file, (piece) => sendPiece(encode(piece)))),
)
