import { Failure } from '../failure.ts'
import {
  type Made,
  type ProcessLimits,
  SandboxProcess,
  type SandboxProgram,
  type TakePiece,
  type Work,
} from './sandbox-process.ts'

/** In milliseconds; starting a process takes a quarter of a second. */
const IDLE_MS = 30_000

export interface WorkerOptions {
  limits: Pick<ProcessLimits, 'memoryBytes'> & Partial<ProcessLimits>
  idleMs?: number
}

/** Ends the process when it is idle, and replaces it when it has died. */
export interface SandboxWorker {
  /** Must not be called concurrently. @throws {Failure} `not_ready` while the server shuts down */
  make(work: Work, takePiece?: TakePiece): Promise<Made>
  close(): Promise<void>
}

export function createSandboxWorker(program: SandboxProgram, options: WorkerOptions): SandboxWorker {
  const { idleMs = IDLE_MS } = options
  const limits = { quietMs: 10_000, totalMs: 10_000, startMs: 30_000, ...options.limits }
  let current: SandboxProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let closed = false

  return {
    async make(work, takePiece) {
      if (closed) throw ending()
      clearTimeout(idle)
      if (!current?.alive()) current = new SandboxProcess(limits, program)
      const running = current
      try {
        const made = await running.make(work, takePiece)
        if (closed && made.is === 'crash') throw ending()
        return made
      } catch (error) {
        // `close` aborted the start.
        throw closed && !(error instanceof Failure) ? ending() : error
      } finally {
        // A process that a large input left with much memory is not kept.
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

const ending = () => new Failure('not_ready', 'The server is shutting down. Try again.', { retryAfter: 1 })
