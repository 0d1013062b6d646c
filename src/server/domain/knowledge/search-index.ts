import type { Db } from '../../db/connect/connect.ts'
import type { Lexeme, Searched, SearchedVersion } from '../../db/knowledge/find-passages.ts'
import { countPassages, readBlocks, readPostings } from '../../db/knowledge/find-terms.ts'

/** The passages that contain a lexeme. */
export interface Postings {
  /** How many there are. */
  passages: number
  /** A part for each block of each version; see `readPostings` in `postings.ts`. */
  parts: { /** The position of the block's first passage in the index. */ start: number; bytes: Uint8Array }[]
}

/** About how many postings one statement returns at most. It bounds the memory of a search in very many passages. */
const POSTINGS_AT_ONCE = 4_000_000

/** The memory of a lexeme and of each of its parts besides the postings, roughly, in bytes. */
const ENTRY_BYTES = 300
const PART_BYTES = 200

/** The memory of a lexeme of which only the number of passages is known. */
const COUNT_BYTES = 100

const keyOf = ({ config, lexeme }: Lexeme) => `${config} ${lexeme}`

const nothing: Postings = { passages: 0, parts: [] }

/**
 * What is known of the search index of an agent, or of a conversation with one. A version's index is complete before it
 * is searched and never changes afterwards, so what was read stays true as long as the same versions are searched.
 */
export class SearchIndex {
  /** The number of passages, and their mean length in terms. */
  readonly count: number
  readonly mean: number
  readonly #searched: Searched
  readonly #versions: (SearchedVersion & { start: number })[] = []
  readonly #byId = new Map<number, SearchedVersion & { start: number }>()
  readonly #postings = new Map<string, Postings>()
  /** In how many passages each lexeme occurs. */
  readonly #counts = new Map<string, number>()
  #lengths: Promise<Float64Array> | undefined
  #postingsBytes = 0

  constructor(searched: Searched) {
    this.#searched = searched
    let count = 0
    let terms = 0
    for (const version of searched.versions.toSorted((one, other) => one.id - other.id)) {
      const placed = { ...version, start: count }
      this.#versions.push(placed)
      this.#byId.set(version.id, placed)
      count += version.passages
      terms += version.terms
    }
    this.count = count
    this.mean = Math.max(1, terms / Math.max(1, count))
  }

  /** How many bytes this holds, roughly. */
  get bytes(): number {
    const { count } = this
    const entries = this.#versions.length * ENTRY_BYTES + this.#counts.size * COUNT_BYTES
    return count * Float64Array.BYTES_PER_ELEMENT + entries + this.#postingsBytes
  }

  /** Divides lexemes so that the postings of each portion may be in memory at once. */
  portions<Of extends Lexeme>(lexemes: readonly Of[]): Of[][] {
    const size = Math.max(1, Math.floor(POSTINGS_AT_ONCE / Math.max(1, this.count)))
    return Array.from({ length: Math.ceil(lexemes.length / size) }, (_, index) =>
      lexemes.slice(index * size, (index + 1) * size),
    )
  }

  /** Returns the postings of each lexeme; those not read before are read in one statement. */
  async postingsOf(db: Db, lexemes: readonly Lexeme[]): Promise<Postings[]> {
    const found = lexemes.map((lexeme) => this.#postings.get(keyOf(lexeme)))
    const missing = lexemes.filter((_, at) => !found[at])
    if (missing.length === 0) return found.filter((postings) => postings !== undefined)
    const read = await this.#read(db, missing)
    for (const [key, postings] of read) this.#keep(key, postings)
    return lexemes.map((lexeme, at) => found[at] ?? read.get(keyOf(lexeme)) ?? nothing)
  }

  /** Returns in how many passages each lexeme occurs; what is not known is counted in one statement for each language. */
  async countsOf(db: Db, lexemes: readonly Lexeme[]): Promise<number[]> {
    const found = lexemes.map((lexeme) => this.#counts.get(keyOf(lexeme)))
    const missing = Map.groupBy(
      lexemes.filter((_, at) => found[at] === undefined),
      ({ config }) => config,
    )
    const counted = new Map<string, number>()
    await Promise.all(
      [...missing].map(async ([config, of]) => {
        const lexemes = of.map(({ lexeme }) => lexeme)
        for (const { lexeme, passages } of await countPassages(db, this.#searched, { config, lexemes }))
          counted.set(keyOf({ config, lexeme }), passages)
      }),
    )
    for (const [key, passages] of counted) this.#counts.set(key, passages)
    return lexemes.map((lexeme, at) => found[at] ?? counted.get(keyOf(lexeme)) ?? 0)
  }

  /** The language of a version that is searched. */
  configOf(versionId: number): string | undefined {
    return this.#byId.get(versionId)?.searchConfig
  }

  /** The position of a passage of a version that is searched. */
  positionOf({ versionId, number }: { versionId: number; number: number }): number {
    return (this.#byId.get(versionId)?.start ?? 0) + number - 1
  }

  /**
   * Returns the length of each passage in terms, relative to their mean. It is read once, in the same turn as the first
   * postings if both are asked for together.
   * @throws the database's error; the next call reads again
   */
  lengths(db: Db): Promise<Float64Array> {
    this.#lengths ??= this.#readLengths(db).catch((error: unknown) => {
      this.#lengths = undefined
      throw error
    })
    return this.#lengths
  }

  /** Forgets all postings if more than this is held. */
  forgetBeyond(bytes: number): void {
    if (this.bytes <= bytes) return
    this.#counts.clear()
    this.#postings.clear()
    this.#postingsBytes = 0
  }

  /** The version and number of the passage at a position. */
  passageAt(position: number): { versionId: number; number: number } {
    const version = this.#versions.findLast(({ start }) => start <= position)
    if (!version) throw new RangeError('There is no passage at this position')
    return { versionId: version.id, number: position - version.start + 1 }
  }

  async #readLengths(db: Db): Promise<Float64Array> {
    const relative = new Float64Array(this.count)
    for (const { versionId, block, lengths } of await readBlocks(db, this.#searched)) {
      const start = this.positionOf({ versionId, number: block })
      for (let index = 0; index * 2 < lengths.length; index++)
        relative[start + index] = lengths.readUInt16BE(index * 2) / this.mean
    }
    return relative
  }

  async #read(db: Db, lexemes: readonly Lexeme[]): Promise<Map<string, Postings>> {
    const wanted = new Map<string, Postings>(
      lexemes.map((lexeme) => [keyOf(lexeme), { passages: 0, parts: [] }]),
    )
    const distinct = [...new Set(lexemes.map(({ lexeme }) => lexeme))]
    for (const row of await readPostings(db, this.#searched, distinct)) {
      const version = this.#byId.get(row.versionId)
      const postings = version && wanted.get(keyOf({ config: version.searchConfig, lexeme: row.lexeme }))
      if (!postings) continue
      postings.passages += row.passages
      // A copy: the driver's buffer is a piece of a larger one, which would stay in memory with it.
      postings.parts.push({ start: version.start + row.block - 1, bytes: Uint8Array.from(row.postings) })
    }
    return wanted
  }

  #keep(key: string, postings: Postings): void {
    // Another question may have read the same meanwhile.
    if (this.#postings.has(key)) return
    this.#postings.set(key, postings)
    this.#counts.set(key, postings.passages)
    this.#postingsBytes += ENTRY_BYTES
    for (const { bytes } of postings.parts) this.#postingsBytes += PART_BYTES + bytes.length
  }
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

  /**
   * Forgets the least recently used indexes beyond the bound, and the postings of one that is beyond it alone. To be
   * called after postings were read.
   */
  trim(): void {
    let bytes = 0
    for (const [collections, { index }] of [...this.#kept].reverse()) {
      index.forgetBeyond(this.#mostBytes)
      bytes += index.bytes
      if (bytes > this.#mostBytes) this.#kept.delete(collections)
    }
  }
}
