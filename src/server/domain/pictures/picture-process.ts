import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { frameKinds, readFrames, writeFrame } from './frames.ts'

/** What became of what a picture was to be made from. */
export type Made =
  | { is: 'picture'; bytes: Uint8Array }
  /** The words are for the person who chose it. */
  | { is: 'invalid' | 'too large'; words: string }
  /** The process ended over it: it needed more memory or time than it may have, or its library crashed. */
  | { is: 'memory' | 'time' | 'crash' }

/** A process that makes pictures, one at a time. */
export interface PictureProcess {
  pid: number | undefined
  /** @throws {Error} where the process can't be started at all */
  make(from: Uint8Array): Promise<Made>
  /** Whether it can take another picture. */
  alive(): boolean
  /** Its resident memory in bytes; undefined where the system does not tell. */
  memory(): number | undefined
  /** Ends it at once. */
  kill(): Promise<void>
}

export interface ProcessLimits {
  /** The most resident memory, in bytes. */
  memoryBytes: number
  /** How long one picture may take, in milliseconds. */
  pictureMs: number
  /** How long the process may take to load its library, in milliseconds. */
  startMs: number
}

/** A flat picture can grow by half a gigabyte a second. */
const WATCH_MS = 20

/** No picture that is made here is longer, and no sentence. */
const LONGEST_BYTES = 4 * 1024 * 1024

/** As much of what a process complains about is kept for the log. */
const COMPLAINT_CHARACTERS = 2_000

/** All that a process may know, besides what its program needs: no secret of the server is in its environment. */
const usualEnvironment = {
  // Freed memory goes back to the system, where it would otherwise be kept by each thread.
  MALLOC_ARENA_MAX: '2',
  UV_THREADPOOL_SIZE: '1',
}

/** What a process runs. */
export interface PictureProgram {
  /** It answers as `picture-child.ts` does. */
  entry: URL
  /** What it needs in its environment. */
  environment?: Readonly<Record<string, string>>
}

/** Starts the process, which is ready when its library is loaded. It has three pipes to the server and nothing else of it. */
export function startPictureProcess(
  limits: ProcessLimits,
  { entry, environment }: PictureProgram,
): PictureProcess {
  const child = spawn(process.execPath, ['--max-old-space-size=64', fileURLToPath(entry)], {
    env: { ...usualEnvironment, ...environment },
    stdio: 'pipe',
  })
  let complaint = ''
  let ready = false
  let ended = false
  let killedFor: 'memory' | 'time' | undefined
  /** Whoever waits for the answer to the picture that is being made. */
  let waiting: ((made: Made) => void) | undefined
  const started = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  // What nobody waits for any more is no fault of the server.
  started.promise.catch(() => {})

  function endFor(reason: 'memory' | 'time') {
    killedFor ??= reason
    child.kill('SIGKILL')
  }

  function onEnd(why: string) {
    if (ended) return
    ended = true
    clearTimeout(startLimit)
    started.reject(new Error(`The process for pictures could not be started (${why}) ${complaint}`.trim()))
    answer({ is: killedFor ?? 'crash' })
    gone.resolve()
  }

  function answer(made: Made) {
    waiting?.(made)
    waiting = undefined
  }

  const startLimit = setTimeout(() => endFor('time'), limits.startMs).unref()
  child.once('error', (error) => onEnd(error.message))
  child.once('exit', (code, signal) => onEnd(signal ?? `code ${code}`))
  // A pipe to a process that has just ended breaks; its end is told above.
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
      } else if (kind === frameKinds.picture) answer({ is: 'picture', bytes: payload })
      else if (kind === frameKinds.invalid) answer({ is: 'invalid', words: payload.toString() })
      else if (kind === frameKinds.tooLarge) answer({ is: 'too large', words: payload.toString() })
    },
    onTooLong: () => child.kill('SIGKILL'),
  })

  const memory = () => (child.pid === undefined ? undefined : readMemory(child.pid))

  return {
    pid: child.pid,
    memory,
    alive: () => !ended && !child.killed,

    async make(from) {
      if (!ready) await started.promise
      const made = new Promise<Made>((resolve) => {
        waiting = resolve
      })
      if (ended) return { is: 'crash' }
      writeFrame(child.stdin, frameKinds.picture, from)
      const late = setTimeout(() => endFor('time'), limits.pictureMs)
      const watch = setInterval(() => {
        if ((memory() ?? 0) > limits.memoryBytes) endFor('memory')
      }, WATCH_MS)
      try {
        return await made
      } finally {
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

/** As Linux counts it, shared pages of the program included. */
function readMemory(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    // It has ended, or the system is another one.
    return undefined
  }
}
