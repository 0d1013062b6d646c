import type { Db } from '../../db/connect/connect.ts'
import {
  countPassages,
  type Lexeme,
  readPostings,
  type Searched,
  type SearchedVersion,
} from '../../db/knowledge/find-passages.ts'

/** The passages that contain a lexeme, as positions in the index, and how often each contains it. */
export interface Postings {
  positions: Int32Array
  frequencies: Int16Array
}

/** How many postings one statement may return at most. It bounds the memory of a search in very many passages. */
const POSTINGS_AT_ONCE = 1_000_000

/** The bytes of an entry besides its postings, roughly: two typed arrays, its key and its place in the map. */
const ENTRY_BYTES = 400

const keyOf = ({ config, lexeme }: Lexeme) => `${config} ${lexeme}`

/**
 * What is known of the search index of an agent, or of a conversation with one. A version's index is complete before it is searched and never changes
 * afterwards, so what was read stays true as long as the same versions are searched.
 */
export class SearchIndex {
  /** The number of passages, and their mean length in terms. */
  readonly count: number
  readonly mean: number
  /** The length in terms of each passage that has been read in any postings. */
  readonly lengths: Int16Array
  readonly #searched: Searched
  readonly #versions: (SearchedVersion & { start: number })[] = []
  readonly #starts = new Map<number, number>()
  readonly #postings = new Map<string, Postings>()
  readonly #counts = new Map<string, number>()

  constructor(searched: Searched) {
    this.#searched = searched
    let count = 0
    let terms = 0
    for (const version of searched.versions.toSorted((one, other) => one.id - other.id)) {
      this.#versions.push({ ...version, start: count })
      this.#starts.set(version.id, count)
      count += version.passages
      terms += version.terms
    }
    this.count = count
    this.mean = Math.max(1, terms / Math.max(1, count))
    this.lengths = new Int16Array(count)
  }

  /** How many bytes this holds, roughly. */
  get bytes(): number {
    let bytes = this.lengths.byteLength + (this.#counts.size + this.#postings.size) * ENTRY_BYTES
    for (const { positions } of this.#postings.values()) bytes += positions.length * 6
    return bytes
  }

  /** Returns the postings of each lexeme; those not read before are read in one statement, or few if there are very many. */
  async postingsOf(db: Db, lexemes: readonly Lexeme[]): Promise<Postings[]> {
    const found = new Map<string, Postings>()
    const missing = lexemes.filter((lexeme) => {
      const known = this.#postings.get(keyOf(lexeme))
      if (known) found.set(keyOf(lexeme), known)
      return !known
    })
    const atOnce = Math.max(1, Math.floor(POSTINGS_AT_ONCE / Math.max(1, this.count)))
    for (let from = 0; from < missing.length; from += atOnce) {
      const portion = missing.slice(from, from + atOnce)
      const read = await this.#read(db, portion)
      for (const lexeme of portion) {
        const postings = read.get(keyOf(lexeme)) ?? emptyPostings
        found.set(keyOf(lexeme), postings)
        this.#postings.set(keyOf(lexeme), postings)
        this.#counts.set(keyOf(lexeme), postings.positions.length)
      }
    }
    return lexemes.map((lexeme) => found.get(keyOf(lexeme)) ?? emptyPostings)
  }

  /** In how many passages each lexeme occurs. */
  async countsOf(db: Db, lexemes: readonly Lexeme[]): Promise<number[]> {
    const missing = lexemes.filter((lexeme) => !this.#counts.has(keyOf(lexeme)))
    if (missing.length > 0) {
      for (const { passages, ...lexeme } of await countPassages(db, this.#searched, missing))
        this.#counts.set(keyOf(lexeme), passages)
    }
    return lexemes.map((lexeme) => this.#counts.get(keyOf(lexeme)) ?? 0)
  }

  /** The version and number of the passage at a position. */
  passageAt(position: number): { versionId: number; number: number } {
    const version = this.#versions.findLast(({ start }) => start <= position)
    if (!version) throw new RangeError('There is no passage at this position')
    return { versionId: version.id, number: position - version.start + 1 }
  }

  async #read(db: Db, lexemes: readonly Lexeme[]): Promise<Map<string, Postings>> {
    const rows = await readPostings(db, this.#searched, lexemes)
    const parts = new Map<string, Postings[]>()
    for (const row of rows) {
      const positions = parseIntegers(row.numbers)
      const lengths = parseIntegers(row.lengths)
      const start = this.#starts.get(row.versionId) ?? 0
      for (let index = 0; index < positions.length; index++) {
        const position = start + (positions[index] ?? 0) - 1
        positions[index] = position
        this.lengths[position] = lengths[index] ?? 0
      }
      const part = { positions, frequencies: Int16Array.from(parseIntegers(row.frequencies)) }
      const known = parts.get(keyOf(row))
      if (known) known.push(part)
      else parts.set(keyOf(row), [part])
    }
    return new Map([...parts].map(([key, postings]) => [key, joined(postings)]))
  }
}

const emptyPostings: Postings = { positions: new Int32Array(), frequencies: new Int16Array() }

/** The postings of several versions as one list. */
function joined(parts: readonly Postings[]): Postings {
  const [only] = parts
  if (only && parts.length === 1) return only
  const length = parts.reduce((sum, { positions }) => sum + positions.length, 0)
  const all = { positions: new Int32Array(length), frequencies: new Int16Array(length) }
  let at = 0
  for (const { positions, frequencies } of parts) {
    all.positions.set(positions, at)
    all.frequencies.set(frequencies, at)
    at += positions.length
  }
  return all
}

/** Parses the digits of `{1,2}{3}`: arrays of non-negative integers as PostgreSQL writes them, one after the other. */
function parseIntegers(text: string): Int32Array {
  const found = new Int32Array(Math.ceil(text.length / 2))
  let count = 0
  let value = -1
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 48
    if (digit >= 0 && digit <= 9) value = (value === -1 ? 0 : value * 10) + digit
    else if (value !== -1) {
      found[count++] = value
      value = -1
    }
  }
  return found.slice(0, count)
}

/** Keeps the indexes of the agents and conversations that were searched last, within a bound. */
export class SearchIndexes {
  readonly #mostBytes: number
  /** By their collections, the least recently used first. */
  readonly #kept = new Map<string, { versions: string; index: SearchIndex }>()

  /** @param mostBytes how many bytes are kept between searches, roughly */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /**
   * Returns what is known of an index.
   * @param searched as just read from the database, so that a document that another server added or removed counts
   */
  of(searched: Searched): SearchIndex {
    const collections = searched.collections.join(' ')
    const versions = searched.versions
      .map(({ id }) => id)
      .toSorted((one, other) => one - other)
      .join(' ')
    const kept = this.#kept.get(collections)
    const index = kept?.versions === versions ? kept.index : new SearchIndex(searched)
    this.#kept.delete(collections)
    this.#kept.set(collections, { versions, index })
    return index
  }

  /** Forgets the least recently used indexes beyond the bound. To be called after a search, which may have read more. */
  trim(): void {
    let bytes = 0
    for (const [collections, { index }] of [...this.#kept].reverse()) {
      bytes += index.bytes
      if (bytes > this.#mostBytes) this.#kept.delete(collections)
    }
  }
}
