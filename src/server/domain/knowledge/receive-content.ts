import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '../../db/connect/connect.ts'
import {
  beginFile,
  endFile,
  insertStoredFile,
  removeFile,
  storeChunk,
} from '../../db/knowledge/source-files.ts'
import { diskFailure, type FileKey } from '../files/file-store.ts'
import type { StoredFiles } from '../files/stored-files.ts'

/** Where an upload goes while its hash is not known yet. */
interface ReceivedContent {
  /** In their order. */
  add(chunk: Uint8Array): Promise<void>
  /** Keeps what was added, once for each content. @returns the id of the file */
  end(file: FileKey): Promise<string>
  /** Forgets it. Never rejects. */
  drop(): Promise<void>
}

/** With a store of files the chunks go into a temporary file first, because a file is put under its hash. */
export async function receiveContent(
  { db, storedFiles }: { db: Db; storedFiles: StoredFiles },
  at: () => Date,
): Promise<ReceivedContent> {
  if (!storedFiles.hasStore) return RowContent.begin(db, at)
  return SpooledContent.begin({ db, storedFiles }, at)
}

class RowContent implements ReceivedContent {
  readonly #db: Db
  readonly #at: () => Date
  readonly #id = randomUUID()
  #number = 0

  private constructor(db: Db, at: () => Date) {
    this.#db = db
    this.#at = at
  }

  static async begin(db: Db, at: () => Date): Promise<RowContent> {
    const content = new RowContent(db, at)
    await beginFile(db, content.#id, at())
    return content
  }

  add(bytes: Uint8Array): Promise<void> {
    return storeChunk(this.#db, { fileId: this.#id, number: this.#number++, bytes })
  }

  end({ hash }: FileKey): Promise<string> {
    return endFile(this.#db, { id: this.#id, hash, at: this.#at() })
  }

  /** If this fails, the sweep removes the file later. */
  drop(): Promise<void> {
    return removeFile(this.#db, this.#id).catch(() => {})
  }
}

class SpooledContent implements ReceivedContent {
  readonly #parts: { db: Db; storedFiles: StoredFiles }
  readonly #at: () => Date
  readonly #folder: string
  readonly #file: FileHandle

  private constructor(
    parts: { db: Db; storedFiles: StoredFiles },
    of: { at: () => Date; folder: string; file: FileHandle },
  ) {
    this.#parts = parts
    this.#at = of.at
    this.#folder = of.folder
    this.#file = of.file
  }

  static async begin(parts: { db: Db; storedFiles: StoredFiles }, at: () => Date): Promise<SpooledContent> {
    const folder = await mkdtemp(join(tmpdir(), 'bionic-document-'))
    return new SpooledContent(parts, { at, folder, file: await open(join(folder, 'content'), 'wx', 0o600) })
  }

  async add(chunk: Uint8Array): Promise<void> {
    await this.#file.writeFile(chunk).catch((error: unknown) => {
      throw diskFailure(error)
    })
  }

  async end(file: FileKey): Promise<string> {
    const content = () => createReadStream(join(this.#folder, 'content')) as AsyncIterable<Uint8Array>
    const fileId = this.#parts.storedFiles.takes(file.bytes)
      ? await this.#endStored(file, content)
      : await this.#endInRows(file, content())
    await this.drop()
    return fileId
  }

  async drop(): Promise<void> {
    await this.#file.close().catch(() => {})
    await rm(this.#folder, { recursive: true, force: true }).catch(() => {})
  }

  async #endStored(file: FileKey, content: () => AsyncIterable<Uint8Array>): Promise<string> {
    const { db, storedFiles } = this.#parts
    await storedFiles.put(file, content)
    return insertStoredFile(db, { id: randomUUID(), hash: file.hash, fileBytes: file.bytes, at: this.#at() })
  }

  /** One that is small enough for a row is one chunk. */
  async #endInRows(file: FileKey, content: AsyncIterable<Uint8Array>): Promise<string> {
    const rows = await RowContent.begin(this.#parts.db, this.#at)
    for await (const chunk of content) await rows.add(chunk)
    return rows.end(file)
  }
}
