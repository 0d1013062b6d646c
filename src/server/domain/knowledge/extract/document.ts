import type { Block } from '../passages/cut-passages.ts'

/** What exceeds these is left out, and a note says so. */
export const extractLimits = {
  pages: 2_000,
  /** A long novel has two million. */
  characters: 5_000_000,
  zipEntries: 5_000,
  /** Of all files in a zip together. */
  unpackedBytes: 100 * 1024 * 1024,
  /** Of one HTML text. */
  htmlBytes: 6 * 1024 * 1024,
  rows: 100_000,
  notes: 20,
} as const

/** Nothing of the document can be read. The message is shown to who uploaded it. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** The document has reached its limit, so that reading can stop. */
export class Enough extends Error {
  override name = 'Enough'
}

export interface Output {
  /** @throws {Enough} if the text has reached its maximum length */
  add(block: Block): void
  /** Tells the owner, in a sentence, what could not be read. */
  note(sentence: string): void
  progress(done: number, of: number): void
  /** Resolves when what was read was sent. A reader must await it after each part, or everything piles up in memory. */
  sent(): Promise<void>
}

/** @returns the number of pages; null if it has none @throws {Unreadable} */
export type ReadDocument = (bytes: Buffer, output: Output) => Promise<number | null>
