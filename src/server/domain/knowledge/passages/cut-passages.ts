import { limits } from '../../../../shared/common/limits.ts'
import { cutText } from '../../../../shared/text/plain-text.ts'
import type { PassageToStore } from '../../../db/knowledge/write-passages.ts'

export interface Block {
  text: string
  page?: number
  /** Of what follows. */
  isHeading?: boolean
  /** Such a block is not cut at its sentences. */
  isRow?: boolean
  /** It continues a sentence that was split by the end of a page. */
  continues?: boolean
}

export type CutPassage = Omit<PassageToStore, 'words'>

interface Sentence {
  text: string
  isHeading: boolean
  from: number
  page: number | null
}

/** Of a passage's end, repeated in the next one so that references to it can be understood. */
const OVERLAP = 150

/** In bytes of UTF-8, as a character of Japanese says as much as three of English. A shorter section goes on. */
const SHORTEST_SECTION = 120

const LONGEST_HEADING = 200

/** Cuts a document as its blocks arrive: at the ends of sentences, and before headings. */
export class PassageCutter {
  readonly #segmenter: Intl.Segmenter
  readonly #emit: (passage: CutPassage) => void
  #sentences: Sentence[] = []
  /** How many are repeated from the previous passage. */
  #repeated = 0
  #length = 0
  #number = 0
  #heading: string | null = null
  #begunUnder: string | null = null

  /** @param language an ISO 639-1 code */
  constructor(language: string | null, emit: (passage: CutPassage) => void) {
    this.#segmenter = new Intl.Segmenter(language ?? undefined, { granularity: 'sentence' })
    this.#emit = emit
  }

  get length(): number {
    return this.#length
  }

  add(block: Block): void {
    if (block.isHeading) {
      const said = this.#said()
      if (said >= SHORTEST_SECTION) this.#flush(0)
      this.#heading = cutText(block.text, LONGEST_HEADING)
      if (said === 0) this.#begunUnder = this.#heading
    }
    // A page with enough text gets passages of its own; a sentence across the end of a page keeps both together.
    const page = this.#sentences.at(-1)?.page ?? null
    const isNextPage = page !== null && block.page !== undefined && block.page !== page && !block.continues
    if (isNextPage && this.#said() >= SHORTEST_SECTION) this.#flush(0)
    this.#separate(block.continues ? ' ' : '\n\n')
    const sentences =
      block.isRow && block.text.length <= limits.passage.max
        ? [{ segment: block.text }]
        : this.#segmenter.segment(block.text)
    for (const { segment } of sentences)
      for (const text of pieces(segment))
        this.#push({
          text,
          isHeading: block.isHeading ?? false,
          from: this.#length,
          page: block.page ?? null,
        })
    if (!block.isHeading && this.#lengthOf(this.#sentences) >= limits.passage.min) this.#flush(OVERLAP)
  }

  end(): void {
    this.#flush(0)
  }

  #separate(by: string): void {
    const last = this.#sentences.at(-1)
    if (last) last.text += by
    if (this.#length > 0) this.#length += by.length
  }

  #push(sentence: Sentence): void {
    if (this.#lengthOf(this.#sentences) + sentence.text.trimEnd().length > limits.passage.max) {
      this.#flush(OVERLAP)
      // Repeated sentences must leave room for the new one.
      while (
        this.#sentences.length > 0 &&
        this.#lengthOf(this.#sentences) + sentence.text.length > limits.passage.max
      )
        this.#sentences.shift()
      this.#repeated = this.#sentences.length
    }
    if (this.#sentences.length === this.#repeated) this.#begunUnder = this.#heading
    this.#sentences.push(sentence)
    this.#length += sentence.text.length
  }

  /** Counts bytes, without headings. */
  #said(): number {
    return this.#sentences.reduce(
      (sum, { text, isHeading }) => (isHeading ? sum : sum + Buffer.byteLength(text)),
      0,
    )
  }

  #lengthOf(sentences: readonly Sentence[]): number {
    return sentences.reduce((sum, { text }) => sum + text.length, 0)
  }

  #flush(overlap: number): void {
    const sentences = this.#sentences
    // Repeated sentences are part of the previous passage already.
    if (sentences.length > this.#repeated) this.#emitOf(sentences)
    let kept = sentences.length
    let length = 0
    while (kept > 1) {
      length += sentences[kept - 1]?.text.length ?? 0
      if (length > overlap) break
      kept -= 1
    }
    this.#sentences = overlap === 0 ? [] : sentences.slice(kept)
    this.#repeated = this.#sentences.length
  }

  #emitOf(sentences: readonly Sentence[]): void {
    const [first] = sentences
    const whole = sentences.map(({ text }) => text).join('')
    const text = whole.trim()
    if (!first || text === '') return
    const from = first.from + whole.indexOf(text)
    const last = sentences.at(-1)?.page ?? null
    this.#emit({
      number: ++this.#number,
      page: first.page,
      lastPage: last === first.page ? null : last,
      heading: this.#begunUnder,
      from,
      to: from + text.length,
      text,
    })
  }
}

/** At spaces where possible: a table or a program may be one sentence. */
function* pieces(sentence: string): Generator<string> {
  let rest = sentence
  while (rest.length > limits.passage.max) {
    const space = rest.lastIndexOf(' ', limits.passage.max - 1)
    let end = space > limits.passage.max / 2 ? space + 1 : limits.passage.max
    // Surrogate pairs are not split.
    if (/[\ud800-\udbff]/.test(rest[end - 1] ?? '')) end -= 1
    yield rest.slice(0, end)
    rest = rest.slice(end)
  }
  if (rest !== '') yield rest
}
