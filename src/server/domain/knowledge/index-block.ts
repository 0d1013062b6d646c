import type { BlockToStore, IndexedPassage } from '../../db/knowledge/write-passages.ts'
import { PostingsWriter } from './postings.ts'

/** From here a block is full. Five thousand usual passages take a third. */
const MOST_BYTES = 24 * 1024 * 1024

/** Of a lexeme besides its postings, roughly: its string, its writer and its place in the map. */
const TERM_BYTES = 250

/** Written lexeme by lexeme, an index is a fraction of the rows that it would be by hundreds of passages. */
export class IndexBlock {
  readonly #first: number
  readonly #lengths: number[] = []
  readonly #terms = new Map<string, PostingsWriter>()
  #bytes = 0

  constructor(first: number) {
    this.#first = first
  }

  get isFull(): boolean {
    return this.#bytes >= MOST_BYTES
  }

  get next(): number {
    return this.#first + this.#lengths.length
  }

  add({ number, length, terms }: IndexedPassage): void {
    if (number !== this.next) throw new RangeError('The passages of a document are not consecutive')
    const index = this.#lengths.length
    this.#lengths.push(length)
    for (const [lexeme, frequency] of terms) {
      const known = this.#terms.get(lexeme)
      const writer = known ?? new PostingsWriter()
      const before = known ? known.capacity : -TERM_BYTES
      writer.append(index, frequency)
      if (!known) this.#terms.set(lexeme, writer)
      this.#bytes += writer.capacity - before
    }
  }

  /** In the order of the lexemes, so that neighbours in the database's index lie together. */
  toStore(): BlockToStore {
    const lengths = Buffer.alloc(this.#lengths.length * 2)
    for (const [index, length] of this.#lengths.entries()) lengths.writeUInt16BE(length, index * 2)
    const terms = [...this.#terms]
      .map(([lexeme, writer]) => ({ lexeme, passages: writer.passages, postings: writer.bytes() }))
      .sort((one, other) => (one.lexeme < other.lexeme ? -1 : 1))
    return { first: this.#first, lengths, terms }
  }
}
