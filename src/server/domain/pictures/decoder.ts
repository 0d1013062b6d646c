import { limits } from '../../../shared/common/limits.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../failure.ts'
import { createSemaphore } from '../semaphore.ts'
import { type Decoded, type DecodeLimits, type DecodeProcess, startDecodeProcess } from './decode-process.ts'

/** How long the process is kept after its last picture, in milliseconds; starting it takes a quarter of a second. */
const IDLE_MS = 30_000

/** One picture is decoded at a time. So many more wait, few of them from one wallet, and the rest are asked to come back. */
const PLACES = { inside: 1, waiting: 16, each: 4 }

/** Turns pictures from strangers into the server's own, in a process whose death ends nothing else. */
export interface Decoder {
  /**
   * Decodes a PNG, JPEG, WebP, GIF or AVIF picture, whatever it is called, turns it upright, crops the middle square of
   * its first frame and encodes that as WebP without any of its metadata. Small pictures are not enlarged.
   * @param by whoever it is decoded for, who can hold only so many places in the queue
   * @throws {Failure} `image_invalid`, `image_too_large`, or `rate_limited` while too many are waiting
   */
  toSquareWebp(bytes: Uint8Array, by: string): Promise<Uint8Array>
  /** Ends the process; no picture is decoded any more. */
  close(): Promise<void>
}

/** @param options.limits of one process; `idleMs` is for tests */
export function createDecoder(options: {
  log: Logger
  limits: Pick<DecodeLimits, 'memoryBytes'> & Partial<DecodeLimits>
  idleMs?: number
  /** The program that decodes, for tests. */
  entry?: URL
}): Decoder {
  const { log, idleMs = IDLE_MS } = options
  const processLimits = { decodeMs: 10_000, startMs: 30_000, ...options.limits }
  const semaphore = createSemaphore(PLACES)
  let current: DecodeProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  async function decode(bytes: Uint8Array): Promise<Uint8Array> {
    if (closed) throw ending()
    clearTimeout(idle)
    if (!current?.alive()) current = startDecodeProcess(processLimits, options.entry)
    const decoding = current
    try {
      const decoded = await decoding.decode(bytes)
      if (closed && decoded.is === 'crash') throw ending()
      return settle(decoded)
    } catch (error) {
      // Its start was cut short.
      throw closed && !(error instanceof Failure) ? ending() : error
    } finally {
      // What a large picture left behind is not carried along until the next pause.
      if ((decoding.memory() ?? 0) > processLimits.memoryBytes / 2) await decoding.kill()
      idle = setTimeout(() => decoding.kill(), idleMs).unref()
    }
  }

  function settle(decoded: Decoded): Uint8Array {
    switch (decoded.is) {
      case 'webp':
        return decoded.bytes
      case 'invalid':
        throw new Failure('image_invalid', decoded.words)
      case 'too large':
        throw new Failure('image_too_large', decoded.words)
      case 'memory':
      case 'time':
        log.warn({ limit: decoded.is }, 'a picture took more than it may, and its process was ended')
        throw new Failure('image_too_large', 'The image takes too much to decode. Make it smaller.')
      case 'crash':
        log.warn('a picture crashed its decoder')
        throw new Failure('image_invalid', 'The image is damaged.')
    }
  }

  return {
    async toSquareWebp(bytes, by) {
      if (bytes.length > limits.uploadBytes)
        throw new Failure(
          'image_too_large',
          `An image can have at most ${limits.uploadBytes / 1024 / 1024} MB.`,
        )
      return semaphore(() => decode(bytes), by)
    },

    async close() {
      closed = true
      clearTimeout(idle)
      await current?.kill()
    },
  }
}

const ending = () => new Failure('not_ready', 'The server is about to end. Try again.', { retryAfter: 1 })
