import { Failure } from '../failure.ts'
import {
  type Made,
  type PictureProcess,
  type PictureProgram,
  type ProcessLimits,
  startPictureProcess,
} from './picture-process.ts'

/** How long the process is kept after its last picture, in milliseconds; starting it takes a quarter of a second. */
const IDLE_MS = 30_000

export interface WorkerOptions {
  limits: Pick<ProcessLimits, 'memoryBytes'> & Partial<ProcessLimits>
  /** For tests. */
  idleMs?: number
}

/** A process for pictures that is there when it is needed: it ends when nobody wants one, and a new one follows one that died. */
export interface PictureWorker {
  /**
   * To be called for one picture at a time.
   * @throws {Failure} `not_ready` while the server ends
   */
  make(from: Uint8Array): Promise<Made>
  /** Ends the process; no picture is made any more. */
  close(): Promise<void>
}

export function createPictureWorker(program: PictureProgram, options: WorkerOptions): PictureWorker {
  const { idleMs = IDLE_MS } = options
  const limits = { pictureMs: 10_000, startMs: 30_000, ...options.limits }
  let current: PictureProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  return {
    async make(from) {
      if (closed) throw ending()
      clearTimeout(idle)
      if (!current?.alive()) current = startPictureProcess(limits, program)
      const running = current
      try {
        const made = await running.make(from)
        if (closed && made.is === 'crash') throw ending()
        return made
      } catch (error) {
        // Its start was cut short.
        throw closed && !(error instanceof Failure) ? ending() : error
      } finally {
        // What a large picture left behind is not carried along until the next pause.
        if ((running.memory() ?? 0) > limits.memoryBytes / 2) await running.kill()
        idle = setTimeout(() => running.kill(), idleMs).unref()
      }
    },

    async close() {
      closed = true
      clearTimeout(idle)
      await current?.kill()
    },
  }
}

const ending = () => new Failure('not_ready', 'The server is about to end. Try again.', { retryAfter: 1 })
