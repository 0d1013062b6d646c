import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import {
  findImage,
  isPictureTaken,
  isUploadOf,
  recordUpload,
  removeUnusedImages,
  renewImage,
  storeImage,
} from '../../db/agents/images.ts'
import { isOnTheWeb } from '../../db/agents/picture-url.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'
import { hashOf } from '../files/file-store.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import type { Decoder } from '../pictures/decoder.ts'
import type { RemotePictures } from '../pictures/remote-pictures.ts'
import { type Quota, unlimited } from '../quotas/quota.ts'
import type { TakenLooks } from '../trust/taken-looks.ts'

/** A picture that no agent shows is kept long enough to complete the form it was uploaded for. */
const KEEP_UNUSED_MS = 24 * 60 * 60_000

interface ImagesOptions {
  db: Db
  clock: () => Date
  decoder: Decoder
  remote: RemotePictures
  storedFiles: StoredFiles
  quota?: Quota
  taken?: Pick<TakenLooks, 'compare' | 'tellDesk'>
}

/** The pictures that the server stores (decision 12), each addressed by the hash of the file that is served. */
export class Images {
  readonly #options: ImagesOptions
  readonly remote: RemotePictures

  constructor(options: ImagesOptions) {
    this.#options = options
    this.remote = options.remote
  }

  /**
   * Stores an upload as a small square WebP; `most` replaces the usual maximum size of an upload, in bytes.
   * @throws {Failure} `image_invalid`, `image_too_large`, `quota_reached`, `rate_limited` or `files_unavailable`
   */
  async upload(bytes: Uint8Array, wallet: string, most?: number): Promise<string> {
    const { db, clock, decoder, storedFiles, taken, quota = unlimited } = this.#options
    const webp = await decoder.toSquareWebp(bytes, wallet, most)
    const hash = hashOf(webp)
    if (await this.isTaken(hash)) throw pictureTaken()
    const like = await taken?.compare({ webp, hash }, wallet)
    const store = async () => {
      await storeImage(db, hash, await storedFiles.hold(webp, hash), clock())
      return { isNew: await recordUpload(db, { wallet, hash, at: clock() }) }
    }
    await quota.hold(wallet, webp.length, store, {
      kept: ({ isNew }) => isNew,
      before: async () => ((await isUploadOf(db, wallet, hash)) ? store() : null),
    })
    if (like) await taken?.tellDesk(hash, like, wallet)
    return `/images/${hash}.webp`
  }

  /**
   * Returns the address to store: an embedded image is stored here, one of the web fetched later, none is the default.
   * @throws {Failure} for the field `imageUrl`: as `upload`; `validation_failed` for a stored image that does not exist
   */
  async keep(reference: string | undefined = DEFAULT_IMAGE_URL, wallet: string): Promise<string> {
    const { db, clock, remote } = this.#options
    try {
      if (reference.startsWith('data:'))
        return await this.upload(Buffer.from(reference.slice(reference.indexOf(',') + 1), 'base64'), wallet)
      if (isOnTheWeb(reference)) await remote.remember(reference, wallet)
      const hash = /^\/images\/([0-9a-f]{64})\.webp$/.exec(reference)?.[1]
      if (hash && (await this.isTaken(hash))) throw pictureTaken()
      if (hash && !(await renewImage(db, hash, clock())))
        throw new Failure('validation_failed', 'That image is no longer stored. Upload it again.')
      return reference
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { code, message, retryAfter } = error
      throw new Failure(code, message, {
        errors: { imageUrl: message },
        ...(retryAfter !== undefined && { retryAfter }),
      })
    }
  }

  /** Whether the desk took it down. */
  isTaken(hash: string): Promise<boolean> {
    return isPictureTaken(this.#options.db, hash)
  }

  /** @throws {Failure} `files_unavailable` */
  async find(hash: string): Promise<Uint8Array | null> {
    const found = await findImage(this.#options.db, hash)
    return found && this.#options.storedFiles.readHeld(hash, found)
  }

  /** Removes pictures more than a day old that no agent and no version of one uses; to be called regularly. */
  async sweepUnused(): Promise<void> {
    const { db, clock } = this.#options
    const before = new Date(clock().getTime() - KEEP_UNUSED_MS)
    await this.remote.sweepUnused(before)
    await removeUnusedImages(db, before)
  }
}

const pictureTaken = () =>
  new Failure('image_invalid', 'This picture was taken down here. Choose another one.')
