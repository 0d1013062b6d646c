import type { Db } from '../../db/connect/connect.ts'
import {
  findFileChunk,
  listFileChunks,
  removeFileChunks,
  storeFileChunks,
} from '../../db/files/file-chunks.ts'
import { type FileKey, type FileStore, type ListedFile, verified } from './file-store.ts'

const LISTED_AT_ONCE = 500

/** The database as a store: where a restore has brought files to, until they are moved elsewhere. */
export class DatabaseStore implements FileStore {
  readonly kind = 'database'
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async prepare(): Promise<void> {}

  async look(): Promise<void> {}

  put({ hash }: FileKey, open: () => AsyncIterable<Uint8Array>): Promise<void> {
    return storeFileChunks(this.#db, hash, verified(hash, open()))
  }

  async open(hash: string): Promise<AsyncIterable<Uint8Array> | null> {
    const first = await findFileChunk(this.#db, hash, 0)
    return first && verified(hash, this.#chunks(hash, first))
  }

  async delete(hash: string): Promise<void> {
    await removeFileChunks(this.#db, hash)
  }

  async *list(): AsyncGenerator<ListedFile> {
    for (let after = ''; ; ) {
      const listed = await listFileChunks(this.#db, after, LISTED_AT_ONCE)
      for (const file of listed) yield { ...file, putAt: null }
      const last = listed.at(-1)
      if (!last) return
      after = last.hash
    }
  }

  /** A transaction leaves nothing behind. */
  async tidy(): Promise<void> {}

  async *#chunks(hash: string, first: Uint8Array): AsyncGenerator<Uint8Array> {
    yield first
    for (let number = 1; ; number++) {
      const chunk = await findFileChunk(this.#db, hash, number)
      if (!chunk) return
      yield chunk
    }
  }
}
