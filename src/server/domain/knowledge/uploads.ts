import type { SourceType } from '../../../shared/knowledge/sources.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { NewVersion } from '../../db/knowledge/write-sources.ts'
import { Failure } from '../failure.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import type { Quota } from '../quotas/quota.ts'
import type { Allowed } from './extract/sniff-type.ts'
import { type StoredUpload, storeUpload, tooLarge } from './store-upload.ts'

export interface Upload {
  content: AsyncIterable<Uint8Array>
  /** In bytes, as the request declares it. */
  announced?: number | undefined
  known?: 'picture' | undefined
  /** By default any that is supported. */
  type?: SourceType | undefined
  /** Set if it was uploaded elsewhere before. */
  uploadedAt?: Date | undefined
}

interface UploadPlace {
  owner: string
  name: string
  fileBytes: number
  allowed: Allowed
  /** How many bytes of what is stored will be gone with it, so that it needs no more room for them. */
  inPlaceOf?: number
  /** Before a file of this size is received, and again when it is stored. @throws {Failure} */
  check: (at: Db, bytes: number) => Promise<void>
}

const UPLOADS_AT_ONCE = 3

/** Receives files within the limits of their place and the quota of their wallet. */
export class Uploads {
  readonly #db: Db
  readonly #clock: () => Date
  readonly #quota: Quota
  readonly #storedFiles: StoredFiles
  readonly #onUploaded: () => void
  readonly #running = new Map<string, number>()

  /** @param options.onUploaded is called when there is a document to read */
  constructor(options: {
    db: Db
    clock: () => Date
    quota: Quota
    storedFiles: StoredFiles
    onUploaded: () => void
  }) {
    this.#db = options.db
    this.#storedFiles = options.storedFiles
    this.#clock = options.clock
    this.#quota = options.quota
    this.#onUploaded = options.onUploaded
  }

  /**
   * @throws {Failure} `source_invalid`, `source_too_large`, `quota_reached`, `rate_limited`, `files_unavailable`, and
   * those of `check`
   */
  async receive<Result extends 'stored' | 'taken' | 'passed'>(
    { owner, name, fileBytes, allowed, inPlaceOf = 0, check }: UploadPlace,
    { content, announced = 0, known, type, uploadedAt }: Upload,
    keep: (version: NewVersion, mayKeep: (at: Db) => Promise<void>) => Promise<Result>,
  ): Promise<{ result: Result; stored: StoredUpload }> {
    if (announced > fileBytes) throw tooLarge(fileBytes)
    await check(this.#db, announced)
    const running = this.#running.get(owner) ?? 0
    if (running >= UPLOADS_AT_ONCE)
      throw new Failure(
        'rate_limited',
        'Three of your documents are still uploading. Wait for one to finish.',
        {
          retryAfter: 5,
        },
      )
    this.#running.set(owner, running + 1)
    try {
      const upload = { content, name, known, type, allowed, mostBytes: fileBytes, at: this.#clock }
      const stored = await storeUpload({ db: this.#db, storedFiles: this.#storedFiles }, upload)
      const version = { wallet: owner, ...stored, at: uploadedAt ?? this.#clock() }
      const result = await this.#quota.hold(
        owner,
        Math.max(0, stored.bytes - inPlaceOf),
        () => keep(version, (at) => check(at, stored.bytes)),
        { kept: (outcome) => outcome === 'stored' },
      )
      this.#onUploaded()
      return { result, stored }
    } finally {
      const others = (this.#running.get(owner) ?? 1) - 1
      if (others > 0) this.#running.set(owner, others)
      else this.#running.delete(owner)
    }
  }
}
