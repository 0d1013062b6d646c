import { deflateSync } from 'node:zlib'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { programUrl } from '../../base/files.ts'
import type { Logger } from '../../base/log.ts'
import { hashPictureUrl, isOnTheWeb } from '../../db/agents/picture-url.ts'
import type { Images } from '../agents/images.ts'
import { SandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../semaphore.ts'
import { writePng } from './png-chunks.ts'

/** One portrait is converted at a time, in some hundredths of a second. */
const PLACES = { inside: 1, waiting: 32, each: 4 }

export interface Portrait {
  png: Buffer
  /** Whether it is the agent's own, and not the default image that agents without one have. */
  own: boolean
}

interface PortraitsOptions extends WorkerOptions {
  log: Logger
  images: Pick<Images, 'find'> & { remote: Pick<Images['remote'], 'find'> }
  shipped: (address: string) => Uint8Array | undefined
}

export class Portraits {
  readonly #options: PortraitsOptions
  readonly #semaphore = createSemaphore(PLACES, 'cards')
  readonly #worker: SandboxWorker

  constructor(options: PortraitsOptions) {
    this.#options = options
    this.#worker = new SandboxWorker({ entry: programUrl('domain/pictures/png-child') }, options)
  }

  /** As a PNG. Each `by` has a limited number of places in the queue. @throws {Failure} `rate_limited` */
  async read(imageUrl: string, by: string): Promise<Portrait> {
    const png = await this.#convert(await this.#find(imageUrl), by)
    if (png) return { png, own: imageUrl !== DEFAULT_IMAGE_URL }
    const usual = await this.#convert(this.#options.shipped(DEFAULT_IMAGE_URL), by)
    return { png: usual ?? blankPng(), own: false }
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #find(imageUrl: string): Promise<Uint8Array | null | undefined> {
    const { images, shipped } = this.#options
    const hash = isOnTheWeb(imageUrl)
      ? await images.remote.find(hashPictureUrl(imageUrl))
      : /^\/images\/([0-9a-f]{64})\.webp$/.exec(imageUrl)?.[1]
    return hash ? images.find(hash) : shipped(imageUrl)
  }

  async #convert(picture: Uint8Array | null | undefined, by: string): Promise<Buffer | null> {
    if (!picture) return null
    const made = await this.#semaphore(() => this.#worker.make(picture), by)
    if (made.is === 'made') return Buffer.from(made.bytes)
    this.#options.log.warn({ why: made.is }, 'a picture could not be converted for a card')
    return null
  }
}

/** A dark square, for a server that has no pictures of its own. */
function blankPng(): Buffer {
  const side = 64
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit per pixel and no colour, of which each row is its filter and eight bytes.
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  return writePng([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: rows },
    { type: 'IEND', data: Buffer.alloc(0) },
  ])
}
