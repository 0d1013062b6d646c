import type { Db } from '../../db/connect/connect.ts'
import type { Lexeme, Searched, SearchedVersion } from '../../db/knowledge/find-passages.ts'
import { countPassages, readBlocks, readPostings } from '../../db/knowledge/find-terms.ts'

/**
 * Passages of prose in one language, of tables, or of texts without a language. What is frequent in one space is rare
 * in others, and their passages differ in length.
 */
export interface Space {
  at: number
  config: string
  /** Null for anything but prose. */
  prose: string | null
  /** Of its passages; the mean length is in terms. */
  count: number
  mean: number
}

export interface Postings {
  passages: number[]
  /** For each block of each version; see `readPostings`. */
  parts: {
    start: number
    bytes: Uint8Array
    space: number
  }[]
}

/** A statement returns about so many at most, which bounds the memory. */
const POSTINGS_AT_ONCE = 4_000_000

/** In bytes, roughly, besides the postings. */
const ENTRY_BYTES = 300

const PART_BYTES = 200

/** The memory of a lexeme of which only the number of passages is known. */
const COUNT_BYTES = 100

const keyOf = ({ config, lexeme }: Lexeme) => `${config} ${lexeme}`

const nothing: Postings = { passages: [], parts: [] }

interface IndexedVersion extends SearchedVersion {
  start: number
  space: Space
}

/** A version's index is complete before it is searched and never changes, so what was read stays true. */
export class SearchIndex {
  readonly count: number
  readonly spaces: readonly Space[]
  readonly #searched: Searched
  readonly #versions: IndexedVersion[] = []
  readonly #byId = new Map<number, IndexedVersion>()
  readonly #postings = new Map<string, Postings>()
  /** In how many passages of a space each lexeme occurs. */
  readonly #counts = new Map<string, number>()
  #lengths: Promise<Float64Array> | undefined
  #postingsBytes = 0

  constructor(searched: Searched) {
    this.#searched = searched
    const spaces = new Map<string, Space>()
    let count = 0
    for (const version of searched.versions.toSorted((one, other) => one.id - other.id)) {
      const prose = version.isTable ? null : version.language
      const key = `${version.searchConfig} ${version.isTable} ${version.language}`
      const space = spaces.get(key) ?? {
        at: spaces.size,
        config: version.searchConfig,
        prose,
        count: 0,
        mean: 0,
      }
      spaces.set(key, space)
      const placed = { ...version, start: count, space }
      this.#versions.push(placed)
      this.#byId.set(version.id, placed)
      count += version.passages
      space.count += version.passages
      // The sum, until all are known.
      space.mean += version.terms
    }
    this.count = count
    this.spaces = [...spaces.values()]
    for (const space of this.spaces) space.mean = Math.max(1, space.mean / Math.max(1, space.count))
  }

  get bytes(): number {
    const { count } = this
    const entries = this.#versions.length * ENTRY_BYTES + this.#counts.size * COUNT_BYTES
    return count * Float64Array.BYTES_PER_ELEMENT + entries + this.#postingsBytes
  }

  /** Portions whose postings may be in memory at once. */
  portions<Term>(terms: readonly Term[]): Term[][] {
    const size = Math.max(1, Math.floor(POSTINGS_AT_ONCE / Math.max(1, this.count)))
    return Array.from({ length: Math.ceil(terms.length / size) }, (_, index) =>
      terms.slice(index * size, (index + 1) * size),
    )
  }

  /** Reads the unknown ones in one statement. */
  async postingsOf(db: Db, lexemes: readonly Lexeme[]): Promise<Postings[]> {
    const found = lexemes.map((lexeme) => this.#postings.get(keyOf(lexeme)))
    const missing = lexemes.filter((_, at) => !found[at])
    if (missing.length === 0) return found.filter((postings) => postings !== undefined)
    const read = await this.#read(db, missing)
    for (const [key, postings] of read) this.#keep(key, postings)
    return lexemes.map((lexeme, at) => found[at] ?? read.get(keyOf(lexeme)) ?? nothing)
  }

  /** Counts a space's passages with each lexeme; unknown ones are counted in one statement. */
  async countsOf(db: Db, space: Space, lexemes: readonly string[]): Promise<number[]> {
    const keyIn = (lexeme: string) => `${space.at} ${lexeme}`
    const found = lexemes.map((lexeme) => this.#counts.get(keyIn(lexeme)))
    const missing = lexemes.filter((_, at) => found[at] === undefined)
    if (missing.length === 0) return found.filter((count) => count !== undefined)
    const versionIds = this.#versions.flatMap((version) => (version.space === space ? [version.id] : []))
    const counted = new Map<string, number>()
    for (const row of await countPassages(db, this.#searched, { versionIds, lexemes: missing }))
      counted.set(row.lexeme, row.passages)
    for (const [lexeme, passages] of counted) this.#counts.set(keyIn(lexeme), passages)
    return lexemes.map((lexeme, at) => found[at] ?? counted.get(lexeme) ?? 0)
  }

  /** Ranges without their ends. */
  rangesOf(space: Space): { from: number; to: number }[] {
    return this.#versions.flatMap(({ start, passages, ...version }) =>
      version.space === space ? [{ from: start, to: start + passages }] : [],
    )
  }

  spaceOf(versionId: number): Space | undefined {
    return this.#byId.get(versionId)?.space
  }

  positionOf({ versionId, number }: { versionId: number; number: number }): number {
    return (this.#byId.get(versionId)?.start ?? 0) + number - 1
  }

  /** Relative to the space's mean, in terms; read once. @throws the database's error; the next call reads again */
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

  passageAt(position: number): { versionId: number; number: number } {
    const version = this.#versions.findLast(({ start }) => start <= position)
    if (!version) throw new RangeError('There is no passage at this position')
    return { versionId: version.id, number: position - version.start + 1 }
  }

  async #readLengths(db: Db): Promise<Float64Array> {
    const relative = new Float64Array(this.count)
    for (const { versionId, block, lengths } of await readBlocks(db, this.#searched)) {
      const start = this.positionOf({ versionId, number: block })
      const mean = this.spaceOf(versionId)?.mean ?? 1
      for (let index = 0; index * 2 < lengths.length; index++)
        relative[start + index] = lengths.readUInt16BE(index * 2) / mean
    }
    return relative
  }

  async #read(db: Db, lexemes: readonly Lexeme[]): Promise<Map<string, Postings>> {
    const wanted = new Map<string, Postings>(
      lexemes.map((lexeme) => [keyOf(lexeme), { passages: this.spaces.map(() => 0), parts: [] }]),
    )
    const distinct = [...new Set(lexemes.map(({ lexeme }) => lexeme))]
    for (const row of await readPostings(db, this.#searched, distinct)) {
      const version = this.#byId.get(row.versionId)
      const postings = version && wanted.get(keyOf({ config: version.searchConfig, lexeme: row.lexeme }))
      if (!postings) continue
      const space = version.space.at
      postings.passages[space] = (postings.passages[space] ?? 0) + row.passages
      // A copy: the driver's buffer is a piece of a larger one, which would stay in memory.
      postings.parts.push({
        start: version.start + row.block - 1,
        bytes: Uint8Array.from(row.postings),
        space,
      })
    }
    return wanted
  }

  #keep(key: string, postings: Postings): void {
    // Another question may have read the same meanwhile.
    if (this.#postings.has(key)) return
    this.#postings.set(key, postings)
    this.#postingsBytes += ENTRY_BYTES
    for (const { bytes } of postings.parts) this.#postingsBytes += PART_BYTES + bytes.length
  }
}
