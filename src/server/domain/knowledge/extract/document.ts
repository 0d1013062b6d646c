import type { Block } from '../passages/cut-passages.ts'

/** The maximum size of a document. What exceeds it is left out, and a note says so. */
export const extractLimits = {
  pages: 2_000,
  /** Of the whole text. A long novel has two million characters. */
  characters: 5_000_000,
  zipEntries: 5_000,
  /** Of all files in a zip together. */
  unpackedBytes: 100 * 1024 * 1024,
  /** Of one HTML text, which needs about twenty times its size in memory. */
  htmlBytes: 6 * 1024 * 1024,
  rows: 100_000,
  notes: 20,
} as const

/** Thrown if nothing of a document can be read. The message is shown to the person who uploaded it. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** Thrown if a document has reached its limit, so that reading can stop. */
export class Enough extends Error {
  override name = 'Enough'
}

/** Receives what a reader extracts from a document. */
export interface Output {
  /** @throws {Enough} if the text has reached its maximum length */
  add(block: Block): void
  /** Adds a note for the owner on what could not be read, as a sentence. */
  note(sentence: string): void
  /** Reports how many pages or parts have been read, of how many. */
  progress(done: number, of: number): void
  /**
   * Resolves when what was read so far has been sent. A reader must await it after each part, or everything accumulates
   * in memory.
   */
  sent(): Promise<void>
}

/**
 * Reads a document.
 * @returns the number of its pages; null if it has none
 * @throws {Unreadable}
 */
export type ReadDocument = (bytes: Buffer, output: Output) => Promise<number | null>
