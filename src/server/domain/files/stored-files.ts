import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  announceFile,
  claimUnusedFiles,
  forgetFile,
  type HeldBytes,
  releaseFile,
  type StoredFile,
} from '../../db/files/stored-files.ts'
import { Failure } from '../failure.ts'
import { DatabaseStore } from './database-store.ts'
import { type FileKey, type FileStore, filesUnavailable, hashOf, once, readAll } from './file-store.ts'

/**
 * In bytes. What is smaller stays in its row: a request to a bucket, or two synced writes, cost more than the row, and a
 * database that has millions of them is a few gigabytes larger.
 */
export const STORED_FROM = 16 * 1024

/**
 * How long a file stays that nothing refers to, in milliseconds: longer than an upload, and than a backup takes that reads
 * the rows first and the files then.
 */
export const KEEP_UNUSED_MS = 6 * 60 * 60_000

/** After that, the server that was deleting a file has died. */
const LOST_MS = 10 * 60_000
const SWEPT_AT_ONCE = 500

/** In milliseconds: how long an upload waits for a deletion of the same content. */
const GOING_MS = 5_000
const LOOK_MS = 50

/** How old an answer of the store may be that is told as its state. */
const FRESH_MS = 10_000

const ago = (at: Date, milliseconds: number) => new Date(at.getTime() - milliseconds)

export interface StoredFilesOptions {
  db: Db
  clock: () => Date
  log: Logger
  /** Null where the database has all bytes. */
  store: FileStore | null
}

/** The bytes of pictures, documents and files of cards, wherever they are. */
export class StoredFiles {
  readonly #options: StoredFilesOptions
  readonly #inDatabase: FileStore
  readonly #say = logThrottled()
  #answers = true
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(options: StoredFilesOptions) {
    this.#options = options
    this.#inDatabase = new DatabaseStore(options.db)
  }

  get hasStore(): boolean {
    return this.#options.store !== null
  }

  /** Whether content of this size goes to a store, and not into its row. */
  takes(bytes: number): boolean {
    return this.hasStore && bytes >= STORED_FROM
  }

  /** `none`: the database has all bytes. */
  get state(): 'none' | 'healthy' | 'unreachable' {
    if (!this.hasStore) return 'none'
    this.#lookSoon()
    return this.#answers ? 'healthy' : 'unreachable'
  }

  /** A store that does not answer yet is told by `state`, and asked again. */
  async prepare(): Promise<void> {
    const { store, log } = this.#options
    if (!store) return
    await this.#asking(() => store.prepare()).catch((error: unknown) =>
      log.warn({ err: error, kind: store.kind }, 'the store of files does not answer'),
    )
  }

  /** To be called before the row is stored that refers to it. @throws {Failure} `files_unavailable` or `storage_full` */
  async put(file: FileKey, open: () => AsyncIterable<Uint8Array>): Promise<void> {
    const { db, clock, store } = this.#options
    if (!store) throw new Error('Without a store bytes are kept in their rows')
    const until = performance.now() + GOING_MS
    while (!(await announceFile(db, { ...file, at: clock() }))) {
      if (performance.now() > until) throw filesUnavailable(new Error('the same content is being deleted'))
      await sleep(LOOK_MS)
    }
    await this.#asking(() => store.put(file, open))
  }

  /** What is large is put; the rest is for the row. @throws {Failure} as `put` */
  async hold(bytes: Uint8Array, hash = hashOf(bytes)): Promise<HeldBytes> {
    if (!this.takes(bytes.length)) return { bytes, fileBytes: null }
    await this.put({ hash, bytes: bytes.length }, () => once(bytes))
    return { bytes: null, fileBytes: bytes.length }
  }

  /** Null if it is nowhere, which is logged. @throws {Failure} `files_unavailable`, also while the content is read */
  async open(hash: string): Promise<AsyncIterable<Uint8Array> | null> {
    const { store, log } = this.#options
    const outside = store && (await this.#asking(() => store.open(hash)))
    const found = outside ?? (await this.#inDatabase.open(hash))
    if (!found) this.#say(log, 'error', { hash }, 'a file is missing: run npm run bionic -- check')
    return found
  }

  async read(hash: string): Promise<Buffer | null> {
    const content = await this.open(hash)
    return content && readAll(content)
  }

  /** The content of a row, wherever it is. */
  async readHeld(hash: string, held: { bytes: Uint8Array | null }): Promise<Uint8Array | null> {
    return held.bytes ?? this.read(hash)
  }

  /**
   * Deletes files that nothing has referred to for hours; to be called every few minutes. One that the store does not
   * delete, while it answers, is tried again hours later.
   */
  async sweep(): Promise<void> {
    const { db, clock, store } = this.#options
    const stuck: unknown[] = []
    for (;;) {
      const at = clock()
      const [before, lost] = [ago(at, KEEP_UNUSED_MS), ago(at, LOST_MS)]
      const { claimed, used } = await claimUnusedFiles(db, { at, before, lost, most: SWEPT_AT_ONCE })
      if (claimed.length + used === 0) break
      await this.#deleteClaimed(claimed, at, stuck)
    }
    // The times of drafts are those of the machine.
    await store?.tidy(new Date(Date.now() - KEEP_UNUSED_MS))
    if (stuck.length > 0) throw stuck[0]
  }

  async #deleteClaimed(claimed: readonly StoredFile[], at: Date, stuck: unknown[]): Promise<void> {
    const { db, clock, store } = this.#options
    const releaseFrom = async (place: number) => {
      for (const { hash } of claimed.slice(place)) await releaseFile(db, hash, ago(at, KEEP_UNUSED_MS + 1))
    }
    for (const [place, { hash }] of claimed.entries())
      try {
        // Once another server takes the claim over, the same content may be put anew.
        if (clock().getTime() - at.getTime() > LOST_MS / 2) return await releaseFrom(place)
        if (store) await this.#asking(() => store.delete(hash))
        await this.#inDatabase.delete(hash)
        await forgetFile(db, hash)
      } catch (error) {
        if (!(await this.#isOfOneFile(error))) {
          await releaseFrom(place)
          throw error
        }
        stuck[0] ??= error
        await releaseFile(db, hash, at)
      }
  }

  async #isOfOneFile(error: unknown): Promise<boolean> {
    const { store } = this.#options
    if (!store || !(error instanceof Failure)) return false
    return this.#asking(() => store.look()).then(
      () => true,
      () => false,
    )
  }

  async #asking<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      const result = await ask()
      this.#answers = true
      this.#lookedAt = performance.now()
      return result
    } catch (error) {
      if (error instanceof Failure && error.code === 'files_unavailable') {
        this.#answers = false
        this.#lookedAt = performance.now()
      }
      throw error
    }
  }

  #lookSoon(): void {
    const { store } = this.#options
    if (!store || performance.now() - this.#lookedAt < FRESH_MS) return
    this.#lookedAt = performance.now()
    this.#asking(() => store.look()).catch(() => {})
  }
}
