import { createHash } from 'node:crypto'
import type { PictureWidth } from '../../../shared/agents/picture-widths.ts'
import { programUrl } from '../../base/files.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../failure.ts'
import { createSandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../semaphore.ts'
import { keepRecent } from './keep-recent.ts'
import { writeResize } from './resize-request.ts'

/** A page of the list requests 24 pictures, and one address may request those of two pages. */
const PLACES = { inside: 1, waiting: 96, each: 48 }

/** About three thousand cards. */
const KEPT_BYTES = 16 * 1024 * 1024

/** Smaller copies of this server's pictures, in the widths that its pages use (record 0047). */
export interface PictureVariants {
  /** Returns null if the original must be used for now. `by` limits the places in the queue. */
  make(picture: Uint8Array, width: PictureWidth, by: string): Promise<Uint8Array | null>
  close(): Promise<void>
}

export function createPictureVariants({
  log,
  entry = programUrl('domain/pictures/resize-child'),
  keptBytes = KEPT_BYTES,
  ...options
}: WorkerOptions & {
  log: Logger
  entry?: URL
  keptBytes?: number
}): PictureVariants {
  const semaphore = createSemaphore(PLACES)
  const worker = createSandboxWorker({ entry }, options)
  const kept = keepRecent(keptBytes)
  const underWay = new Map<string, Promise<Uint8Array | null>>()

  async function resize(picture: Uint8Array, width: PictureWidth, key: string): Promise<Uint8Array | null> {
    const made = await worker.make(writeResize(width, picture))
    if (made.is !== 'made') {
      log.warn({ why: made.is, width }, 'a picture could not be made smaller')
      return null
    }
    kept.set(key, made.bytes)
    return made.bytes
  }

  return {
    async make(picture, width, by) {
      const key = `${createHash('sha256').update(picture).digest('hex')} ${width}`
      const known = kept.get(key) ?? underWay.get(key)
      if (known) return known
      const making = semaphore(() => resize(picture, width, key), by)
        .catch((error: unknown) => {
          // Too many requests wait, or the server is shutting down.
          if (error instanceof Failure) return null
          throw error
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },

    close: worker.close,
  }
}
