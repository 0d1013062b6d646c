import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type FrameKind, frameKinds, readFrames, writeFrame } from './frames.ts'

/** The result of processing an input. */
export type Made =
  | { is: 'made'; bytes: Uint8Array }
  /** `words` is for the person who sent the input. */
  | { is: 'invalid' | 'too large'; words: string }
  /** The process was lost: it exceeded its memory or time limit, or its library crashed. */
  | { is: 'memory' | 'time' | 'crash' }

/** The input: complete, or in pieces, which are requested only when there is room for them. */
export type Work = Uint8Array | AsyncIterable<Uint8Array>

/**
 * Receives a piece of the output. The process waits until it is processed.
 * @throws an error that ends the work
 */
export type TakePiece = (piece: Uint8Array) => Promise<void>

/** A process that works on hostile input, one at a time. */
export interface SandboxProcess {
  pid: number | undefined
  /** @throws {Error} if the process can't be started at all, or an error of `work` or `takePiece` */
  make(work: Work, takePiece?: TakePiece): Promise<Made>
  /** Whether it can process another input. */
  alive(): boolean
  /** Its resident memory in bytes; undefined if the system does not provide it. */
  memory(): number | undefined
  /** Kills it at once. */
  kill(): Promise<void>
}

export interface ProcessLimits {
  /** The maximum resident memory, in bytes. */
  memoryBytes: number
  /** How long the process may work without sending anything, in milliseconds. */
  quietMs: number
  /** How long one input may take in total, in milliseconds. */
  totalMs: number
  /** How long the process may take to load its library, in milliseconds. */
  startMs: number
}

/** The interval of memory checks: decoding a picture can use another half a gigabyte per second. */
const WATCH_MS = 20

/** The maximum size of an output, a piece of it, or a message. */
const LONGEST_BYTES = 4 * 1024 * 1024

/** How many characters of the process's stderr are kept for the log. */
const COMPLAINT_CHARACTERS = 2_000

/** The whole environment of a process, besides what its program needs. It contains no secret of the server. */
const usualEnvironment = {
  // Freed memory is returned to the system, instead of being kept by each thread.
  MALLOC_ARENA_MAX: '2',
  UV_THREADPOOL_SIZE: '1',
}

/** The program that a process runs. */
export interface SandboxProgram {
  /** It must follow the protocol of `sandbox-child.ts`. */
  entry: URL
  /** Its environment variables. */
  environment?: Readonly<Record<string, string>>
  /** The maximum heap size in megabytes, which does not include the memory of native libraries. */
  heapMegabytes?: number
}

/** Starts the process, which is ready when its library is loaded. It shares nothing with the server but three pipes. */
export function startSandboxProcess(
  limits: ProcessLimits,
  { entry, environment, heapMegabytes = 64 }: SandboxProgram,
): SandboxProcess {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, fileURLToPath(entry)], {
    env: { ...usualEnvironment, ...environment },
    stdio: 'pipe',
  })
  let complaint = ''
  let ready = false
  let ended = false
  let killedFor: 'memory' | 'time' | undefined
  /** The running work. */
  let running: { settle: (made: Made) => void; take: (piece: Buffer) => void } | undefined
  const started = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  // A rejection that nobody awaits must not be an unhandled one.
  started.promise.catch(() => {})

  function endFor(reason: 'memory' | 'time') {
    killedFor ??= reason
    child.kill('SIGKILL')
  }

  function onEnd(why: string) {
    if (ended) return
    ended = true
    clearTimeout(startLimit)
    started.reject(new Error(`The sandbox could not be started (${why}) ${complaint}`.trim()))
    running?.settle({ is: killedFor ?? reasonOf(complaint) })
    gone.resolve()
  }

  const startLimit = setTimeout(() => endFor('time'), limits.startMs).unref()
  child.once('error', (error) => onEnd(error.message))
  child.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`))
  // Writing to a process that has just ended fails; its end is handled above.
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => {})
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_CHARACTERS)
  })
  readFrames(child.stdout, LONGEST_BYTES, {
    onFrame({ kind, payload }) {
      if (kind === frameKinds.ready) {
        ready = true
        clearTimeout(startLimit)
        started.resolve()
      } else if (kind === frameKinds.piece) running?.take(payload)
      else if (kind === frameKinds.work) running?.settle({ is: 'made', bytes: payload })
      else if (kind === frameKinds.invalid) running?.settle({ is: 'invalid', words: payload.toString() })
      else if (kind === frameKinds.tooLarge) running?.settle({ is: 'too large', words: payload.toString() })
    },
    onTooLong: () => child.kill('SIGKILL'),
  })

  const memory = () => (child.pid === undefined ? undefined : readMemory(child.pid))

  /** Sends a frame, and waits until there is room for the next one. */
  async function send(kind: FrameKind, payload?: Uint8Array): Promise<void> {
    if (ended || writeFrame(child.stdin, kind, payload)) return
    // If the pipe breaks meanwhile, the process has ended, which is handled separately.
    await Promise.race([once(child.stdin, 'drain').catch(() => gone.promise), gone.promise])
  }

  async function sendAll(work: Work): Promise<void> {
    if (work instanceof Uint8Array) return send(frameKinds.work, work)
    for await (const piece of work) await send(frameKinds.piece, piece)
    await send(frameKinds.work)
  }

  return {
    pid: child.pid,
    memory,
    alive: () => !ended && !child.killed,

    async make(work, takePiece) {
      if (!ready) await started.promise
      if (ended) return { is: 'crash' }
      const made = Promise.withResolvers<Made>()
      const failed = Promise.withResolvers<never>()
      failed.promise.catch(() => {})
      /** Processes the pieces one after the other. */
      let taken = Promise.resolve()
      let untaken = 0
      const quiet = setTimeout(() => endFor('time'), limits.quietMs)
      running = {
        settle: made.resolve,
        take(piece) {
          untaken += 1
          child.stdout.pause()
          taken = taken
            .then(() => takePiece?.(piece))
            .then(() => {
              untaken -= 1
              quiet.refresh()
              if (untaken === 0) child.stdout.resume()
            })
          taken.catch(failed.reject)
        },
      }
      const late = setTimeout(() => endFor('time'), limits.totalMs)
      const watch = setInterval(() => {
        // The process waits for this side.
        if (untaken > 0) quiet.refresh()
        if ((memory() ?? 0) > limits.memoryBytes) endFor('memory')
      }, WATCH_MS)
      try {
        sendAll(work).catch(failed.reject)
        const result = await Promise.race([made.promise, failed.promise])
        await Promise.race([taken, failed.promise])
        return result
      } catch (error) {
        // The process is in the middle of this work and can't be used for the next one.
        child.kill('SIGKILL')
        throw error
      } finally {
        running = undefined
        clearTimeout(quiet)
        clearTimeout(late)
        clearInterval(watch)
      }
    },

    async kill() {
      child.kill('SIGKILL')
      await gone.promise
    },
  }
}

/** A full heap ends the process by itself, before the memory check notices it. */
function reasonOf(complaint: string): 'memory' | 'crash' {
  return /heap out of memory|Array buffer allocation failed/i.test(complaint) ? 'memory' : 'crash'
}

/** The resident memory as counted by Linux, including shared pages of the program. */
function readMemory(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    // The process has ended, or the system is not Linux.
    return undefined
  }
}
