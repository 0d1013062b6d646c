import { limits } from '../../../shared/common/limits.ts'
import { programUrl } from '../../base/files.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../failure.ts'
import type { Made } from '../sandbox/sandbox-process.ts'
import { createSandboxWorker, type WorkerOptions } from '../sandbox/sandbox-worker.ts'
import { createSemaphore } from '../semaphore.ts'

/** A wallet has few of the waiting places; further requests are refused and can be retried. */
const PLACES = { inside: 1, waiting: 16, each: 4 }

/** Converts untrusted pictures to WebP in a separate process, so that a crash ends nothing else. */
export interface Decoder {
  /**
   * Crops the middle square of the upright first frame, whatever type is declared, without metadata. Small pictures are
   * not enlarged. `by` limits the places in the queue; `most` is in bytes.
   * @throws {Failure} `image_invalid`, `image_too_large`, or `rate_limited` while too many are waiting
   */
  toSquareWebp(bytes: Uint8Array, by: string, most?: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** Makes untrusted pictures ready for models that see, in a process of the same kind. */
export interface Fitter {
  /** Writes the upright first frame, at most 1,568 pixels long, no metadata. @throws {Failure} as `toSquareWebp` */
  toFittingJpeg(bytes: Uint8Array, by: string): Promise<Uint8Array>
  close(): Promise<void>
}

type DecoderOptions = WorkerOptions & {
  log: Logger
  entry?: URL
}

export function createDecoder(options: DecoderOptions): Decoder {
  const { decode, close } = decodeWith(programUrl('domain/pictures/decode-child'), options)
  return {
    async toSquareWebp(bytes, by, most = limits.uploadBytes) {
      if (bytes.length > most)
        throw new Failure('image_too_large', `An image can have at most ${most / 1024 / 1024} MB.`)
      return decode(bytes, by)
    },
    close,
  }
}

export function createFitter(options: DecoderOptions): Fitter {
  const { decode, close } = decodeWith(programUrl('domain/pictures/fit-child'), options)
  return { toFittingJpeg: decode, close }
}

function decodeWith(usualEntry: URL, { log, entry = usualEntry, ...options }: DecoderOptions) {
  const semaphore = createSemaphore(PLACES)
  const worker = createSandboxWorker({ entry }, options)

  function settle(made: Made): Uint8Array {
    switch (made.is) {
      case 'made':
        return made.bytes
      case 'invalid':
        throw new Failure('image_invalid', made.words)
      case 'too large':
        throw new Failure('image_too_large', made.words)
      case 'memory':
      case 'time':
        log.warn({ limit: made.is }, 'a picture took more than it may, and its process was ended')
        throw new Failure('image_too_large', 'The image is too large to process. Make it smaller.')
      case 'crash':
        log.warn('a picture crashed its decoder')
        throw new Failure('image_invalid', 'The image is damaged.')
    }
  }

  return {
    decode: (bytes: Uint8Array, by: string) => semaphore(async () => settle(await worker.make(bytes)), by),
    close: worker.close,
  }
}
