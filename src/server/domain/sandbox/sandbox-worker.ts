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
export class SandboxWorker {
  readonly #program: SandboxProgram
  readonly #limits: ProcessLimits
  readonly #idleMs: number
  #current: SandboxProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(program: SandboxProgram, { limits, idleMs = IDLE_MS }: WorkerOptions) {
    this.#program = program
    this.#limits = { quietMs: 10_000, totalMs: 10_000, startMs: 30_000, ...limits }
    this.#idleMs = idleMs
  }

  /** Must not be called concurrently. @throws {Failure} `not_ready` while the server shuts down */
  async make(work: Work, takePiece?: TakePiece): Promise<Made> {
    if (this.#closed) throw ending()
    clearTimeout(this.#idle)
    if (!this.#current?.alive()) this.#current = new SandboxProcess(this.#limits, this.#program)
    const running = this.#current
    try {
      const made = await running.make(work, takePiece)
      if (this.#closed && made.is === 'crash') throw ending()
      return made
    } catch (error) {
      // `close` aborted the start.
      throw this.#closed && !(error instanceof Failure) ? ending() : error
    } finally {
      // A process that a large input left with much memory is not kept.
      if ((running.memory() ?? 0) > this.#limits.memoryBytes / 2) await running.kill()
      this.#idle = setTimeout(() => running.kill(), this.#idleMs).unref()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    await this.#current?.kill()
  }
}

const ending = () => new Failure('not_ready', 'The server is shutting down. Try again.', { retryAfter: 1 })
