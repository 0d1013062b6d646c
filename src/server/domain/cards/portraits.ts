import { deflateSync } from 'node:zlib'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { programUrl } from '../../base/files.ts'
import type { Logger } from '../../base/log.ts'
import { hashPictureUrl, isOnTheWeb } from '../../db/agents/picture-url.ts'
import type { Images } from '../agents/images.ts'
import { createSandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../semaphore.ts'
import { writePng } from './png-chunks.ts'

/** One portrait is converted at a time, in some hundredths of a second. */
const PLACES = { inside: 1, waiting: 32, each: 4 }

export interface Portrait {
  png: Buffer
  /** Whether it is the agent's own, and not the default image that agents without one have. */
  own: boolean
}

export interface Portraits {
  /** As a PNG. Each `by` has a limited number of places in the queue. @throws {Failure} `rate_limited` */
  read(imageUrl: string, by: string): Promise<Portrait>
  close(): Promise<void>
}

export function createPortraits(
  options: WorkerOptions & {
    log: Logger
    images: Pick<Images, 'find'> & { remote: Pick<Images['remote'], 'find'> }
    shipped: (address: string) => Uint8Array | undefined
  },
): Portraits {
  const { log, images, shipped } = options
  const semaphore = createSemaphore(PLACES, 'cards')
  const worker = createSandboxWorker({ entry: programUrl('domain/pictures/png-child') }, options)

  async function find(imageUrl: string): Promise<Uint8Array | null> {
    const hash = isOnTheWeb(imageUrl)
      ? await images.remote.find(hashPictureUrl(imageUrl))
      : /^\/images\/([0-9a-f]{64})\.webp$/.exec(imageUrl)?.[1]
    return hash ? images.find(hash) : (shipped(imageUrl) ?? null)
  }

  async function convert(picture: Uint8Array): Promise<Buffer | null> {
    const made = await worker.make(picture)
    if (made.is === 'made') return Buffer.from(made.bytes)
    log.warn({ why: made.is }, 'a picture could not be converted for a card')
    return null
  }

  return {
    async read(imageUrl, by) {
      const found = await find(imageUrl)
      const png = found && (await semaphore(() => convert(found), by))
      if (png) return { png, own: imageUrl !== DEFAULT_IMAGE_URL }
      const usual = shipped(DEFAULT_IMAGE_URL)
      const instead = usual && (await semaphore(() => convert(usual), by))
      return { png: instead ?? blankPng(), own: false }
    },
    close: worker.close,
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
