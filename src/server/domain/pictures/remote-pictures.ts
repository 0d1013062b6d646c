import { createHash } from 'node:crypto'
import type { Logger } from '../../base/log.ts'
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
import { createSemaphore } from '../semaphore.ts'
import type { Decoder } from './decoder.ts'
import { fetchPicture, type Network, Unavailable } from './fetch-picture.ts'

/** So many are fetched at once, and so many more wait, of one host no more than a page of the list may show. */
const PLACES = { inside: 6, waiting: 60, each: 24 }

/**
 * Pictures that agents show from the web (decision 12): the server fetches each once and shows its own copy, so that
 * nobody's browser meets an address that a stranger chose.
 */
export interface RemotePictures {
  /**
   * Remembers an address that an agent is about to name, and has it fetched; nobody waits for that.
   * @throws {Failure} `rate_limited` where the wallet has brought too many new ones
   */
  remember(url: string, wallet: string): Promise<void>
  /**
   * Where the picture of an address is shown from, fetched first where it is not here yet; null, which never says why,
   * where it could not be fetched.
   * @throws {Failure} `rate_limited`
   */
  show(url: string, wallet: string): Promise<string | null>
  /**
   * Under which hash the picture of an address is kept, or null; then it is tried again, unless that failed lately.
   * @param urlHash of the address, as `pictureUrlOf` names it
   */
  find(urlHash: string): Promise<string | null>
  /** Remembers what agents have named since before addresses were remembered. */
  rememberNamed(): Promise<void>
  /** Forgets addresses that nobody names and that were last chosen before a time. */
  sweepUnused(before: Date): Promise<void>
  /** Gives up what is being fetched. */
  close(): Promise<void>
}

/** How long after so many failures in a row the next try may begin, in milliseconds: a minute, then four times as long each time. */
const pauseAfter = (failures: number) => Math.min(60_000 * 4 ** (failures - 1), 24 * 60 * 60_000)

export function createRemotePictures(options: {
  db: Db
  clock: () => Date
  log: Logger
  decoder: Decoder
  network: Network
  /** The host names under which people reach this server. */
  ownHosts: readonly string[]
  /** Counts an address that a wallet has fetched. @throws {Failure} `rate_limited` */
  takeFetch: (wallet: string) => Promise<void>
}): RemotePictures {
  const { db, clock, log, decoder } = options
  const semaphore = createSemaphore(PLACES)
  const closing = new AbortController()
  /** What is being fetched, by the hash of its address; gives the hash of the picture. */
  const underWay = new Map<string, Promise<string | null>>()

  /**
   * @param mayTry asked when it is this address's turn
   * @returns the hash of the picture, or null where there is none
   */
  function fetchOnce(
    { url, urlHash }: Pick<RemoteImage, 'url' | 'urlHash'>,
    mayTry = async () => true,
  ): Promise<string | null> {
    const running = underWay.get(urlHash)
    if (running) return running
    const fetching = semaphore(
      async () => (!closing.signal.aborted && (await mayTry()) ? fetchNow(url, urlHash) : null),
      URL.parse(url)?.hostname,
    ).finally(() => underWay.delete(urlHash))
    underWay.set(urlHash, fetching)
    return fetching
  }

  async function fetchNow(url: string, urlHash: string): Promise<string | null> {
    try {
      const { network, ownHosts } = options
      const bytes = await fetchPicture(url, { network, ownHosts, signal: closing.signal })
      const webp = await decoder.toSquareWebp(bytes, `the web: ${urlHash}`)
      const imageHash = createHash('sha256').update(webp).digest('hex')
      await storeImage(db, imageHash, webp, clock())
      await storeRemoteCopy(db, { urlHash, url, imageHash, at: clock() })
      return imageHash
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Failure)) throw error
      log.debug({ err: error, urlHash }, 'a picture could not be fetched')
      return null
    }
  }

  /** Nobody waits for it, and nobody hears of it when it fails: the picture is asked for again. */
  function fetchWhenDue(known: RemoteImage): void {
    if (known.triedAt && clock().getTime() < known.triedAt.getTime() + pauseAfter(known.failures)) return
    fetchOnce(known, () => claimRemoteImage(db, known, clock())).catch((error: unknown) => {
      // Too many are being fetched: it is asked for again, too.
      if (!(error instanceof Failure))
        log.warn({ err: error, urlHash: known.urlHash }, 'a picture could not be fetched')
    })
  }

  return {
    async remember(url, wallet) {
      const urlHash = hashPictureUrl(url)
      if (!(await findRemoteImage(db, urlHash))) await options.takeFetch(wallet)
      const known = await rememberRemoteImage(db, { urlHash, url, at: clock() })
      if (!known.imageHash) fetchWhenDue(known)
    },

    async show(url, wallet) {
      const urlHash = hashPictureUrl(url)
      const known = await findRemoteImage(db, urlHash)
      if (known?.imageHash) await rememberRemoteImage(db, { urlHash, url, at: clock() })
      else {
        await options.takeFetch(wallet)
        // Whatever failed before: a person is waiting. What fails now is not remembered, it may be half an address.
        if (!(await fetchOnce({ url, urlHash }))) return null
      }
      return remotePictureUrl(urlHash)
    },

    async find(urlHash) {
      const known = await findRemoteImage(db, urlHash)
      if (known && !known.imageHash) fetchWhenDue(known)
      return known?.imageHash ?? null
    },

    rememberNamed: () => rememberNamedImages(db, clock()),
    sweepUnused: (before) => removeUnusedRemoteImages(db, before),

    async close() {
      closing.abort()
      await Promise.allSettled(underWay.values())
    },
  }
}
