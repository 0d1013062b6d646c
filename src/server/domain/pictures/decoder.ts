import { limits } from '../../../shared/common/limits.ts'
import { programUrl } from '../../base/files.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../failure.ts'
import type { Made } from '../sandbox/sandbox-process.ts'
import { SandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../semaphore.ts'

/** A wallet has few of the waiting places; further requests are refused and can be retried. */
const PLACES = { inside: 1, waiting: 16, each: 4 }

type DecoderOptions = WorkerOptions & {
  log: Logger
  entry?: URL
}

/** Converts untrusted pictures to WebP in a separate process, so that a crash ends nothing else. */
export class Decoder {
  readonly #pictures: PictureProcess

  constructor(options: DecoderOptions) {
    this.#pictures = new PictureProcess(programUrl('domain/pictures/decode-child'), options)
  }

  /**
   * Crops the middle square of the upright first frame, whatever type is declared, without metadata. Small pictures are
   * not enlarged. `by` limits the places in the queue; `most` is in bytes.
   * @throws {Failure} `image_invalid`, `image_too_large`, or `rate_limited` while too many are waiting
   */
  async toSquareWebp(bytes: Uint8Array, by: string, most: number = limits.uploadBytes): Promise<Uint8Array> {
    if (bytes.length > most)
      throw new Failure('image_too_large', `An image can have at most ${most / 1024 / 1024} MB.`)
    return this.#pictures.decode(bytes, by)
  }

  close(): Promise<void> {
    return this.#pictures.close()
  }
}

/** Makes untrusted pictures ready for models that see, in a process of the same kind. */
export class Fitter {
  readonly #pictures: PictureProcess

  constructor(options: DecoderOptions) {
    this.#pictures = new PictureProcess(programUrl('domain/pictures/fit-child'), options)
  }

  /** Writes the upright first frame, at most 1,568 pixels long, no metadata. @throws {Failure} as `toSquareWebp` */
  toFittingJpeg(bytes: Uint8Array, by: string): Promise<Uint8Array> {
    return this.#pictures.decode(bytes, by)
  }

  close(): Promise<void> {
    return this.#pictures.close()
  }
}

class PictureProcess {
  readonly #semaphore = createSemaphore(PLACES)
  readonly #worker: SandboxWorker
  readonly #log: Logger

  constructor(usualEntry: URL, { log, entry = usualEntry, ...options }: DecoderOptions) {
    this.#log = log
    this.#worker = new SandboxWorker({ entry }, options)
  }

  decode(bytes: Uint8Array, by: string): Promise<Uint8Array> {
    return this.#semaphore(async () => this.#settle(await this.#worker.make(bytes)), by)
  }

  close(): Promise<void> {
    return this.#worker.close()
  }

  #settle(made: Made): Uint8Array {
    switch (made.is) {
      case 'made':
        return made.bytes
      case 'invalid':
        throw new Failure('image_invalid', made.words)
      case 'too large':
        throw new Failure('image_too_large', made.words)
      case 'memory':
      case 'time':
        this.#log.warn({ limit: made.is }, 'a picture took more than it may, and its process was ended')
        throw new Failure('image_too_large', 'The image is too large to process. Make it smaller.')
      case 'crash':
        this.#log.warn('a picture crashed its decoder')
        throw new Failure('image_invalid', 'The image is damaged.')
    }
  }
}
