import type { Searched } from '../../db/knowledge/find-passages.ts'
import { SearchIndex } from './search-index.ts'

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
