import type { Db } from '../../db/connect/connect.ts'
import {
  listCardFilesInRows,
  listDocumentsInRows,
  listPicturesInRows,
  moveCardFileOut,
  moveDocumentOut,
  movePictureOut,
} from '../../db/files/move-files.ts'
import { readChunks } from '../../db/knowledge/source-files.ts'
import { DatabaseStore } from './database-store.ts'
import { type FileStore, hashOf, once, readAll, verified, WrongContent } from './file-store.ts'
import { STORED_FROM, StoredFiles, type StoredFilesOptions } from './stored-files.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

export interface MovedFiles {
  files: number
  bytes: number
  /** What is not what its hash says stays where it is. */
  damaged: string[]
}

/**
 * Brings all large files that the database has into the store, one by one, while servers work that know the store. Each
 * is put before its row says so, and cut off at any moment it can be run again.
 * @throws {Failure} `files_unavailable` or `storage_full`
 */
export async function moveFiles(
  options: StoredFilesOptions & { store: FileStore },
  progress: (what: string) => void,
): Promise<MovedFiles> {
  const move = new Move(options, progress)
  await move.ownFiles()
  await move.pictures()
  await move.documents()
  await move.cardFiles()
  return move.moved
}

class Move {
  readonly moved: MovedFiles = { files: 0, bytes: 0, damaged: [] }
  readonly #db: Db
  readonly #store: FileStore
  readonly #files: StoredFiles
  readonly #progress: (what: string) => void

  constructor(options: StoredFilesOptions & { store: FileStore }, progress: (what: string) => void) {
    this.#db = options.db
    this.#store = options.store
    this.#files = new StoredFiles(options)
    this.#progress = progress
  }

  /** Those of a restore. They are known already, by the rows that came with them. */
  async ownFiles(): Promise<void> {
    const own = new DatabaseStore(this.#db)
    for await (const { hash, bytes } of own.list())
      await this.#one(hash, bytes, async () => {
        const content = await own.open(hash)
        const whole = content ? await readAll(content) : null
        if (!whole) return
        await this.#store.put({ hash, bytes }, () => once(whole))
        await own.delete(hash)
      })
  }

  async pictures(): Promise<void> {
    for (let after = ''; ; ) {
      const listed = await listPicturesInRows(this.#db, after, STORED_FROM)
      for (const { hash, bytes } of listed)
        await this.#one(hash, bytes.length, async () => {
          if (hashOf(bytes) !== hash) throw new WrongContent(hash)
          await this.#files.put({ hash, bytes: bytes.length }, () => once(bytes))
          await movePictureOut(this.#db, hash, bytes.length)
        })
      const last = listed.at(-1)
      if (!last) return
      after = last.hash
    }
  }

  async documents(): Promise<void> {
    for (let after = NO_ID; ; ) {
      const listed = await listDocumentsInRows(this.#db, after, STORED_FROM)
      for (const { id, hash, bytes } of listed)
        await this.#one(id, bytes, async () => {
          const content = () => verified(hash, readChunks(this.#db, id))
          for await (const _ of content());
          await this.#files.put({ hash, bytes }, content)
          await moveDocumentOut(this.#db, id, bytes)
        })
      const last = listed.at(-1)
      if (!last) return
      after = last.id
    }
  }

  async cardFiles(): Promise<void> {
    for (let after = { agentId: NO_ID, path: '' }; ; ) {
      const listed = await listCardFilesInRows(this.#db, after, STORED_FROM)
      for (const { agentId, path, bytes } of listed)
        await this.#one(agentId, bytes.length, async () => {
          const file = { hash: hashOf(bytes), bytes: bytes.length }
          await this.#files.put(file, () => once(bytes))
          await moveCardFileOut(this.#db, { agentId, path }, file)
        })
      const last = listed.at(-1)
      if (!last) return
      after = last
    }
  }

  async #one(id: string, bytes: number, move: () => Promise<void>): Promise<void> {
    this.#progress(id)
    try {
      await move()
      this.moved.files += 1
      this.moved.bytes += bytes
    } catch (error) {
      if (!(error instanceof WrongContent)) throw error
      this.moved.damaged.push(id)
    }
  }
}
