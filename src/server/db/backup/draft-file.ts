import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'

/**
 * In bytes: so much is on the disk before more is written. Given to it at once in the end, the database would wait behind
 * all of it with each change that it acknowledges; given a megabyte at a time, behind each of these.
 */
const SYNCED_BYTES = 16 * 1024 * 1024

/** A new file that only its owner may read, written as a stream. It is on the disk when the stream has finished. */
export class DraftFile extends Writable {
  readonly #file: FileHandle
  #unsynced = 0

  private constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  /** @throws what the file system throws, also for a file that is there */
  static async create(path: string): Promise<DraftFile> {
    return new DraftFile(await open(path, 'wx', 0o600))
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#write(piece).then(() => done(), done)
  }

  override _final(done: (error?: Error) => void): void {
    this.#file.sync().then(() => done(), done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#file.close().then(
      () => done(error),
      (closing: Error) => done(error ?? closing),
    )
  }

  async #write(piece: Buffer): Promise<void> {
    await this.#file.writeFile(piece)
    this.#unsynced += piece.length
    if (this.#unsynced < SYNCED_BYTES) return
    await this.#file.datasync()
    this.#unsynced = 0
  }
}
