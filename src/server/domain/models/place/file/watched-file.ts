import { readFileSync, statSync } from 'node:fs'

/** Milliseconds between looks. Notices of the system are lost on some disks, and when an editor puts a new file in place. */
const EVERY_MS = 2_000

interface WatchedFileOptions {
  path: string
  /** Whether the operator named it. If another one can't even be looked for at the start, it counts as not there. */
  isNamed: boolean
  everyMs?: number | undefined
  /** Called once a changed file has stayed the same for one more look; null if there is none any more. */
  onChange: (text: string | null) => void
  onUnreadable: () => void
}

const MAX_BYTES = 1024 * 1024

/** Of a file that can't be looked for, as in a folder that is closed to this user. */
const UNSEEN = 'unseen'

/** A small file that is read again when it has changed. */
export class WatchedFile {
  readonly #options: WatchedFileOptions
  #timer: NodeJS.Timeout | undefined
  /** What was read last, and what was seen last. */
  #read: string | null = null
  #seen: string | null = null

  constructor(options: WatchedFileOptions) {
    this.#options = options
  }

  /** Null if there is no such file. @throws if it can't be read or is too long */
  read(): string | null {
    this.#read = this.#stamp()
    this.#seen = this.#read
    const isAtStart = this.#timer === undefined
    if (this.#read === null || (this.#read === UNSEEN && isAtStart && !this.#options.isNamed)) return null
    if (statSync(this.#options.path).size > MAX_BYTES) throw new Error('The file is longer than a megabyte.')
    return readFileSync(this.#options.path, 'utf8')
  }

  watch(): void {
    this.#timer ??= setInterval(() => this.#look(), this.#options.everyMs ?? EVERY_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const stamp = this.#stamp()
    const isSettled = stamp === this.#seen
    this.#seen = stamp
    if (!isSettled || stamp === this.#read) return
    try {
      this.#options.onChange(this.read())
    } catch {
      this.#options.onUnreadable()
    }
  }

  /** What changes with the file. */
  #stamp(): string | null {
    try {
      const stat = statSync(this.#options.path, { throwIfNoEntry: false })
      return stat ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : null
    } catch {
      return UNSEEN
    }
  }
}
