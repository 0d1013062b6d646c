import { SingleFlight } from '../../base/keyed-work.ts'
import type { Logger } from '../../base/log.ts'
import { Unavailable } from '../../base/network/guarded-get.ts'
import type { Network } from '../../base/network/network.ts'
import { storeImage } from '../../db/agents/images.ts'
import { hashPictureUrl, remotePictureUrl } from '../../db/agents/picture-url.ts'
import {
  claimRemoteImage,
  findRemoteImage,
  type RemoteImage,
  rememberNamedImages,
  rememberRemoteImage,
  removeUnusedRemoteImages,
  storeRemoteCopy,
} from '../../db/agents/remote-images.ts'
import type { Db } from '../../db/connect/connect.ts'
import { Failure } from '../failure.ts'
import { hashOf } from '../files/file-store.ts'
import type { StoredFiles } from '../files/stored-files.ts'
import { createSemaphore } from '../semaphore.ts'
import type { TakenLooks } from '../trust/taken-looks.ts'
import type { Decoder } from './decoder.ts'
import { fetchPicture } from './fetch-picture.ts'

/** A page of the list may show 24 pictures of one host. */
const PLACES = { inside: 6, waiting: 60, each: 24 }

/** In milliseconds: a minute, then four times as long for each consecutive failure, at most a day. */
const pauseAfter = (failures: number) => Math.min(60_000 * 4 ** (failures - 1), 24 * 60 * 60_000)

interface RemotePicturesOptions {
  db: Db
  clock: () => Date
  log: Logger
  decoder: Decoder
  network: Network
  storedFiles: StoredFiles
  ownHosts: readonly string[]
  taken?: Pick<TakenLooks, 'compare' | 'tellDesk'>
  /** @throws {Failure} `rate_limited` */
  takeFetch: (wallet: string) => Promise<void>
}

/** Serves copies of pictures from the web (decision 12), so that no browser loads an address that a stranger chose. */
export class RemotePictures {
  readonly #options: RemotePicturesOptions
  readonly #semaphore = createSemaphore(PLACES)
  readonly #closing = new AbortController()
  readonly #fetching = new SingleFlight<string | null>()

  constructor(options: RemotePicturesOptions) {
    this.#options = options
  }

  /** Fetches it in the background. @throws {Failure} `rate_limited` if the wallet has added too many new addresses */
  async remember(url: string, wallet: string): Promise<void> {
    const { db, clock } = this.#options
    const urlHash = hashPictureUrl(url)
    if (!(await findRemoteImage(db, urlHash))) await this.#options.takeFetch(wallet)
    const known = await rememberRemoteImage(db, { urlHash, url, at: clock() })
    if (!known.imageHash) this.#fetchWhenDue(known)
  }

  /** Returns null, without a reason, if the picture can't be fetched. @throws {Failure} `rate_limited` */
  async show(url: string, wallet: string): Promise<string | null> {
    const { db, clock } = this.#options
    const urlHash = hashPictureUrl(url)
    const known = await findRemoteImage(db, urlHash)
    if (known?.imageHash) await rememberRemoteImage(db, { urlHash, url, at: clock() })
    else {
      await this.#options.takeFetch(wallet)
      // A person waits, so earlier failures are ignored. This one is not stored: the address may be incomplete.
      if (!(await this.#fetchOnce({ url, urlHash }))) return null
    }
    return remotePictureUrl(urlHash)
  }

  /** Returns null if it is not stored; then it is fetched again, unless that failed recently. */
  async find(urlHash: string): Promise<string | null> {
    const { db } = this.#options
    const known = await findRemoteImage(db, urlHash)
    if (known && !known.imageHash) this.#fetchWhenDue(known)
    return known?.imageHash ?? null
  }

  /** Stores the addresses that agents used before addresses were stored. */
  rememberNamed(): Promise<void> {
    const { db, clock } = this.#options
    return rememberNamedImages(db, clock())
  }

  /** Removes addresses that no agent uses and that were last chosen before a time. */
  sweepUnused(before: Date): Promise<void> {
    const { db } = this.#options
    return removeUnusedRemoteImages(db, before)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#fetching.settled()
  }

  /** @param mayTry is called when it is this address's turn */
  #fetchOnce(
    { url, urlHash }: Pick<RemoteImage, 'url' | 'urlHash'>,
    mayTry = async () => true,
  ): Promise<string | null> {
    const fetchNow = async () =>
      !this.#closing.signal.aborted && (await mayTry()) ? this.#fetchNow(url, urlHash) : null
    return this.#fetching.run(urlHash, () => this.#semaphore(fetchNow, URL.parse(url)?.hostname))
  }

  async #fetchNow(url: string, urlHash: string): Promise<string | null> {
    const { decoder, db, clock, log, storedFiles, taken } = this.#options
    try {
      const { network, ownHosts } = this.#options
      const bytes = await fetchPicture(url, { network, ownHosts, signal: this.#closing.signal })
      const webp = await decoder.toSquareWebp(bytes, `the web: ${urlHash}`)
      const imageHash = hashOf(webp)
      const like = await taken?.compare({ webp, hash: imageHash }, `the web: ${urlHash}`)
      await storeImage(db, imageHash, await storedFiles.hold(webp, imageHash), clock())
      await storeRemoteCopy(db, { urlHash, url, imageHash, at: clock() })
      if (like) await taken?.tellDesk(imageHash, like, '')
      return imageHash
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Failure)) throw error
      log.debug({ err: error, urlHash }, 'a picture could not be fetched')
      return null
    }
  }

  /** Reports no failure, because the picture will be requested again. */
  #fetchWhenDue(known: RemoteImage): void {
    const { clock, db, log } = this.#options
    if (known.triedAt && clock().getTime() < known.triedAt.getTime() + pauseAfter(known.failures)) return
    this.#fetchOnce(known, () => claimRemoteImage(db, known, clock())).catch((error: unknown) => {
      // Too many fetches are running; this picture will be requested again, too.
      if (!(error instanceof Failure))
        log.warn({ err: error, urlHash: known.urlHash }, 'a picture could not be fetched')
    })
  }
}
