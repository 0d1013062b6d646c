import type { Searched } from '../../db/knowledge/find-passages.ts'
import { SearchIndex } from './search-index.ts'

/** Keeps the indexes that were searched last, within a bound. */
export class SearchIndexes {
  readonly #mostBytes: number
  /** By collections, the least recently used first. */
  readonly #kept = new Map<string, { versions: string; index: SearchIndex }>()

  /** @param mostBytes between searches, roughly */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** @param searched as just read from the database, so that other servers' changes count */
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

  /** Forgets the least recently used indexes beyond the bound. To be called after postings were read. */
  trim(): void {
    let bytes = 0
    for (const [collections, { index }] of [...this.#kept].reverse()) {
      index.forgetBeyond(this.#mostBytes)
      bytes += index.bytes
      if (bytes > this.#mostBytes) this.#kept.delete(collections)
    }
  }
}
