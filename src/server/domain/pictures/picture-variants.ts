import { createHash } from 'node:crypto'
import type { PictureWidth } from '../../../shared/agents/picture-widths.ts'
import { programUrl } from '../../base/files.ts'
import { SingleFlight } from '../../base/keyed-work.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../failure.ts'
import { SandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../semaphore.ts'
import { keepRecent } from './keep-recent.ts'
import { writeResize } from './resize-request.ts'

/** A page of the list requests 24 pictures, and one address may request those of two pages. */
const PLACES = { inside: 1, waiting: 96, each: 48 }

/** About three thousand cards. */
const KEPT_BYTES = 16 * 1024 * 1024

/** Smaller copies of this server's pictures, in the widths that its pages use (record 0047). */
export class PictureVariants {
  readonly #log: Logger
  readonly #semaphore = createSemaphore(PLACES)
  readonly #worker: SandboxWorker
  readonly #kept: ReturnType<typeof keepRecent>
  readonly #making = new SingleFlight<Uint8Array | null>()

  constructor({
    log,
    keptBytes = KEPT_BYTES,
    ...options
  }: WorkerOptions & { log: Logger; keptBytes?: number }) {
    this.#log = log
    this.#worker = new SandboxWorker({ entry: programUrl('domain/pictures/resize-child') }, options)
    this.#kept = keepRecent(keptBytes)
  }

  /** Returns null if the original must be used for now. `by` limits the places in the queue. */
  async make(picture: Uint8Array, width: PictureWidth, by: string): Promise<Uint8Array | null> {
    const key = `${createHash('sha256').update(picture).digest('hex')} ${width}`
    const known = this.#kept.get(key)
    if (known) return known
    return this.#making.run(key, async () => {
      try {
        return await this.#semaphore(() => this.#resize(picture, width, key), by)
      } catch (error) {
        // Too many requests wait, or the server is shutting down.
        if (error instanceof Failure) return null
        throw error
      }
    })
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  async #resize(picture: Uint8Array, width: PictureWidth, key: string): Promise<Uint8Array | null> {
    const made = await this.#worker.make(writeResize(width, picture))
    if (made.is !== 'made') {
      this.#log.warn({ why: made.is, width }, 'a picture could not be made smaller')
      return null
    }
    this.#kept.set(key, made.bytes)
    return made.bytes
  }
}
