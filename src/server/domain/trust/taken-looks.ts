import { programUrl } from '../../base/files.ts'
import type { Logger } from '../../base/log.ts'
import { findImage } from '../../db/agents/images.ts'
import type { Db } from '../../db/connect/connect.ts'
import { anyTakenLooks, findTakenLike, storeLooks } from '../../db/trust/taken-pictures.ts'
import { Failure } from '../failure.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import { SandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../semaphore.ts'
import type { Cases } from './cases.ts'

/** Of 256. A picture that was encoded anew differs in so many at most; two that were drawn apart differ in fifty. */
export const SAME_BITS = 20

/** From here on two pictures are different ones; below it somebody has to look. */
export const NEAR_BITS = 30

/** A hash takes some hundredths of a second. */
const PLACES = { inside: 1, waiting: 32, each: 8 }

/** Of a case that nobody reported. */
const WEIGHT = 1

interface TakenLooksOptions extends WorkerOptions {
  db: Db
  clock: () => Date
  log: Logger
  cases: Pick<Cases, 'open'>
  storedFiles: Pick<StoredFiles, 'readHeld'>
}

/** What pictures look like that were taken down, so that they don't come back in another size or format. */
export class TakenLooks {
  readonly #options: TakenLooksOptions
  readonly #worker: SandboxWorker
  readonly #semaphore = createSemaphore(PLACES, 'pictures')

  constructor(options: TakenLooksOptions) {
    this.#options = options
    this.#worker = new SandboxWorker({ entry: programUrl('domain/pictures/look-child') }, options)
  }

  /**
   * What a stored picture looks like, for `taken_pictures.looks`.
   * @param webp as this server encoded it
   * @returns null for one that can't be read
   * @throws {Failure} `rate_limited` while too many of `by` are waiting
   */
  async looksOf(webp: Uint8Array, by: string): Promise<string | null> {
    const made = await this.#semaphore(() => this.#worker.make(webp), by)
    if (made.is === 'made') return Buffer.from(made.bytes).toString()
    this.#options.log.warn({ why: made.is }, 'a picture could not be compared')
    return null
  }

  /** Remembers what a picture looks like that was taken down. */
  async remember(hash: string): Promise<void> {
    const { db, storedFiles } = this.#options
    const found = await findImage(db, hash)
    const webp = found && (await storedFiles.readHeld(hash, found))
    const looks = webp && (await this.looksOf(webp, 'the desk'))
    if (looks) await storeLooks(db, hash, looks)
  }

  /**
   * Compares a new picture with those that were taken down. Costs nothing where there are none.
   * @returns what it is like, which the desk is to hear of once the picture is stored
   * @throws {Failure} `image_invalid` for the same picture, in whatever size and format
   */
  async compare(picture: { webp: Uint8Array; hash: string }, by: string): Promise<string | null> {
    const { db } = this.#options
    if (!(await anyTakenLooks(db))) return null
    const looks = await this.looksOf(picture.webp, by)
    const like = await findTakenLike(db, { hash: picture.hash, looks, most: NEAR_BITS })
    if (!like) return null
    if (like.distance <= SAME_BITS)
      throw new Failure('image_invalid', 'This picture was taken down here. Choose another one.')
    return like.hash
  }

  /** @param wallet empty for a picture of the web */
  async tellDesk(hash: string, like: string, wallet: string): Promise<void> {
    const { db, clock, cases } = this.#options
    const href = `/images/${hash}.webp`
    await cases.open(db, {
      ...{ kind: 'picture', subject: hash, source: 'picture_match', weight: WEIGHT, maker: wallet },
      seen: { title: 'A picture', maker: wallet, href, picture: href, texts: [] },
      ...{ beside: like, at: clock() },
    })
  }

  close(): Promise<void> {
    return this.#worker.close()
  }
}
