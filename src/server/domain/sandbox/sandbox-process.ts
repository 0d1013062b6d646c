import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Frame, type FrameKind, frameKinds, readFrames, writeFrame } from './frames.ts'

export type Made =
  | { is: 'made'; bytes: Uint8Array }
  /** For the person who sent the input. */
  | { is: 'invalid' | 'too large'; words: string }
  /** The process was lost: it exceeded a limit, or its library crashed. */
  | { is: 'memory' | 'time' | 'crash' }

/** Pieces are requested only when there is room for them. */
export type Work = Uint8Array | AsyncIterable<Uint8Array>

/** The process waits until the piece is processed. @throws an error that ends the work */
export type TakePiece = (piece: Uint8Array) => Promise<void>

export interface ProcessLimits {
  memoryBytes: number
  /** Without sending anything while nothing is due from this side, in milliseconds. */
  quietMs: number
  totalMs: number
  /** For loading its library, in milliseconds. */
  startMs: number
}

/** Of memory checks: decoding a picture can use another half a gigabyte per second. */
const WATCH_MS = 20

const LONGEST_BYTES = 4 * 1024 * 1024

const COMPLAINT_CHARACTERS = 2_000

/** The whole environment, besides what the program needs. It contains no secret of the server. */
const usualEnvironment = {
  // Freed memory returns to the system, instead of being kept by each thread or behind dead young objects.
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=2',
  UV_THREADPOOL_SIZE: '1',
}

export interface SandboxProgram {
  /** Must follow the protocol of `sandbox-child.ts`. */
  entry: URL
  environment?: Readonly<Record<string, string>>
  /** Without the memory of native libraries. */
  heapMegabytes?: number
}

interface Running {
  settle: (made: Made) => void
  take: (piece: Buffer) => void
}

/** Works on hostile input, one at a time. It shares nothing with the server but three pipes. */
export class SandboxProcess {
  readonly #limits: ProcessLimits
  readonly #child: ChildProcessWithoutNullStreams
  /** Settled when its library is loaded, or it ended before. */
  readonly #started = Promise.withResolvers<void>()
  readonly #gone = Promise.withResolvers<void>()
  readonly #startLimit: NodeJS.Timeout
  #complaint = ''
  #ready = false
  #ended = false
  #killedFor: 'memory' | 'time' | undefined
  #running: Running | undefined
  #isInputDue = false

  constructor(limits: ProcessLimits, { entry, environment, heapMegabytes = 64 }: SandboxProgram) {
    this.#limits = limits
    const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, fileURLToPath(entry)], {
      env: { ...usualEnvironment, ...environment },
      stdio: 'pipe',
    })
    this.#child = child
    // A rejection that nobody awaits must not be an unhandled one.
    this.#started.promise.catch(() => {})
    this.#startLimit = setTimeout(() => this.#endFor('time'), limits.startMs).unref()
    child.once('error', (error) => this.#onEnd(error.message))
    child.once('exit', (code, signal) => this.#onEnd(signal ?? `code ${code}`))
    // Writing to a process that has just ended fails; its end is handled above.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {})
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-COMPLAINT_CHARACTERS)
    })
    readFrames(child.stdout, LONGEST_BYTES, {
      onFrame: (frame) => this.#receive(frame),
      onTooLong: () => child.kill('SIGKILL'),
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  alive(): boolean {
    return !this.#ended && !this.#child.killed
  }

  memory(): number | undefined {
    return this.#child.pid === undefined ? undefined : readMemory(this.#child.pid)
  }

  /** @throws {Error} if the process can't be started at all, or an error of `work` or `takePiece` */
  async make(work: Work, takePiece?: TakePiece): Promise<Made> {
    if (!this.#ready) await this.#started.promise
    if (this.#ended) return { is: 'crash' }
    const made = Promise.withResolvers<Made>()
    const failed = Promise.withResolvers<never>()
    failed.promise.catch(() => {})
    const quiet = setTimeout(() => this.#endFor('time'), this.#limits.quietMs)
    const pieces = new Pieces(this.#child.stdout, { takePiece, onTaken: () => quiet.refresh() })
    const take = (piece: Buffer) => void pieces.take(piece).catch(failed.reject)
    this.#running = { settle: made.resolve, take }
    const late = setTimeout(() => this.#endFor('time'), this.#limits.totalMs)
    const watch = setInterval(() => {
      // The process waits for this side.
      if (pieces.areWaiting || this.#isInputDue) quiet.refresh()
      if ((this.memory() ?? 0) > this.#limits.memoryBytes) this.#endFor('memory')
    }, WATCH_MS)
    try {
      this.#sendAll(work).catch(failed.reject)
      const result = await Promise.race([made.promise, failed.promise])
      await Promise.race([pieces.taken, failed.promise])
      return result
    } catch (error) {
      // In the middle of this work, the process can't be used for the next one.
      this.#child.kill('SIGKILL')
      throw error
    } finally {
      this.#running = undefined
      for (const timer of [quiet, late, watch]) clearTimeout(timer)
    }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#gone.promise
  }

  #receive({ kind, payload }: Frame): void {
    if (kind === frameKinds.ready) {
      this.#ready = true
      clearTimeout(this.#startLimit)
      this.#started.resolve()
    } else if (kind === frameKinds.piece) this.#running?.take(payload)
    else if (kind === frameKinds.work) this.#running?.settle({ is: 'made', bytes: payload })
    else if (kind === frameKinds.invalid) this.#running?.settle({ is: 'invalid', words: payload.toString() })
    else if (kind === frameKinds.tooLarge)
      this.#running?.settle({ is: 'too large', words: payload.toString() })
  }

  #endFor(reason: 'memory' | 'time'): void {
    this.#killedFor ??= reason
    this.#child.kill('SIGKILL')
  }

  #onEnd(why: string): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#startLimit)
    this.#started.reject(new Error(`The sandbox could not be started (${why}) ${this.#complaint}`.trim()))
    this.#running?.settle({ is: this.#killedFor ?? reasonOf(this.#complaint) })
    this.#gone.resolve()
  }

  /** Waits until there is room for the next frame. */
  async #send(kind: FrameKind, payload?: Uint8Array): Promise<void> {
    const { stdin } = this.#child
    this.#isInputDue = false
    // If the pipe breaks, the process has ended, which is handled separately.
    if (!this.#ended && !writeFrame(stdin, kind, payload))
      await Promise.race([once(stdin, 'drain').catch(() => this.#gone.promise), this.#gone.promise])
    this.#isInputDue = kind === frameKinds.piece
  }

  async #sendAll(work: Work): Promise<void> {
    if (work instanceof Uint8Array) return this.#send(frameKinds.work, work)
    this.#isInputDue = true
    for await (const piece of work) await this.#send(frameKinds.piece, piece)
    await this.#send(frameKinds.work)
  }
}

/** One after the other; the process waits meanwhile. */
class Pieces {
  readonly #from: Readable
  readonly #takePiece: TakePiece | undefined
  readonly #onTaken: () => void
  #untaken = 0
  /** Resolves when all pieces so far are processed. */
  taken = Promise.resolve()

  constructor(
    from: Readable,
    { takePiece, onTaken }: { takePiece: TakePiece | undefined; onTaken: () => void },
  ) {
    this.#from = from
    this.#takePiece = takePiece
    this.#onTaken = onTaken
  }

  get areWaiting(): boolean {
    return this.#untaken > 0
  }

  /** @throws the error of `takePiece`, for this piece or one before */
  take(piece: Buffer): Promise<void> {
    this.#untaken += 1
    this.#from.pause()
    this.taken = this.taken
      .then(() => this.#takePiece?.(piece))
      .then(() => {
        this.#untaken -= 1
        this.#onTaken()
        if (this.#untaken === 0) this.#from.resume()
      })
    return this.taken
  }
}

/** A full heap ends the process before the memory check notices it. */
function reasonOf(complaint: string): 'memory' | 'crash' {
  return /heap out of memory|Array buffer allocation failed/i.test(complaint) ? 'memory' : 'crash'
}

/** As counted by Linux, including shared pages of the program. */
function readMemory(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    // The process has ended, or the system is not Linux.
    return undefined
  }
}
