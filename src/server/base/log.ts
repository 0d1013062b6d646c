import { write as writeBytes, writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'

export type { Logger }

const LINE_CHARACTERS = 8_000

/** In characters; what comes while that much waits to be written is dropped. */
const MOST_WAITING = 1_000_000

/** In milliseconds. */
const TRY_AGAIN_MS = 100
/** How often, within that time, the last lines are tried again. */
const LAST_TRIES = 20
/** In milliseconds, for all of the last lines: a supervisor kills what does not end in time. */
const LAST_MS = 3_000

const serializers = { err: describeError }

/** Writes to standard error, apart from output for people, and removes the secrets from every line; more may be added. */
export function createLog(
  level: string,
  {
    secrets = [],
    write = (line) => standardError.write(line),
  }: { secrets?: readonly string[]; write?: (line: string) => void } = {},
): Logger {
  let hidden = hiddenOf(secrets)
  let known = secrets.length
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers },
    {
      write(line: string) {
        if (secrets.length !== known) {
          hidden = hiddenOf(secrets)
          known = secrets.length
        }
        const safe = hidden.reduce((rest, secret) => rest.replaceAll(secret, '…'), line)
        write(safe.length > LINE_CHARACTERS ? cutLine(safe) : safe)
      },
    },
  )
}

function hiddenOf(secrets: readonly string[]): string[] {
  return secrets
    .filter((secret) => secret.length >= 4)
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .sort((a, b) => b.length - a.length)
}

/** Removes user data from errors, however the given log was made. */
export function withoutValues(log: Logger): Logger {
  return log.child({}, { serializers })
}

/** The result is still one line of JSON. */
function cutLine(line: string): string {
  const { level, time, msg, requestId } = JSON.parse(line) as Record<string, unknown>
  const text = typeof msg === 'string' ? msg.slice(0, LINE_CHARACTERS / 4) : msg
  return `${JSON.stringify({ level, time, requestId, cut: line.length, msg: text })}\n`
}

/**
 * Writes beside the work, one batch of lines after the other. What can't be written, because the disk is full or the
 * terminal is closed, is dropped: a log may neither grow in memory nor keep the process from ending, as the writer of pino
 * does, which tries for ever.
 */
class LineWriter {
  readonly #descriptor: number
  #waiting = ''
  /** What a reader that is too slow has not taken yet. */
  #held: Buffer | undefined
  #isWriting = false
  #endsWithProcess = false

  constructor(descriptor: number) {
    this.#descriptor = descriptor
  }

  write(line: string): void {
    if (!this.#endsWithProcess) process.once('exit', () => this.#writeLast())
    this.#endsWithProcess = true
    if (this.#waiting.length + line.length > MOST_WAITING) return
    this.#waiting += line
    if (!this.#isWriting) this.#writeNext()
  }

  #writeNext(): void {
    this.#isWriting = this.#waiting !== ''
    if (!this.#isWriting) return
    const batch = Buffer.from(this.#waiting)
    this.#waiting = ''
    this.#put(batch)
  }

  #put(batch: Buffer): void {
    this.#held = undefined
    writeBytes(this.#descriptor, batch, (error, written) => {
      if (error?.code === 'EAGAIN') {
        this.#held = batch
        setTimeout(() => this.#put(batch), TRY_AGAIN_MS).unref()
      } else if (!error && written < batch.length) this.#put(batch.subarray(written))
      else this.#writeNext()
    })
  }

  /** Whoever reads what is left gets it; a reader that takes nothing is waited for a moment, and then gets no more. */
  #writeLast(): void {
    const pause = new Int32Array(new SharedArrayBuffer(4))
    let left = Buffer.concat([this.#held ?? Buffer.alloc(0), Buffer.from(this.#waiting)])
    const until = performance.now() + LAST_MS
    for (let tries = 0; left.length > 0 && tries < LAST_TRIES && performance.now() < until; ) {
      try {
        left = left.subarray(writeSync(this.#descriptor, left))
        tries = 0
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        Atomics.wait(pause, 0, 0, TRY_AGAIN_MS / LAST_TRIES)
        tries++
      }
    }
  }
}

const standardError = new LineWriter(2)
