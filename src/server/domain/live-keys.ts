import type { Logger } from '../base/log.ts'

/** Milliseconds between look-ups of running replies' keys: a notice may be lost, or a key was removed with its agent. */
const ASK_MS = 60_000

/** How long the signal of a key that runs nothing is kept, in milliseconds. */
const KEEP_MS = 60 * 60_000

const LONGEST_TIMER_MS = 2 ** 31 - 1

interface LiveKey {
  ended: AbortController
  expiry: NodeJS.Timeout | undefined
  usedAt: number
  running: number
}

interface LiveKeysOptions {
  stillValid: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  clock: () => Date
  log: Logger
}

/** Tells what runs for a key that the key was revoked, on whichever server, or has expired. */
export class LiveKeys {
  readonly #options: LiveKeysOptions
  readonly #keys = new Map<string, LiveKey>()
  readonly #asking: NodeJS.Timeout

  constructor(options: LiveKeysOptions) {
    this.#options = options
    this.#asking = setInterval(() => {
      this.#look().catch((error: unknown) =>
        options.log.debug({ err: error }, 'keys can not be looked up now'),
      )
    }, ASK_MS).unref()
  }

  /** The signal of a key that was just found to be valid. What goes on with it for long is told by `begin`. */
  signalOf(id: string, expiresAt: Date | null): AbortSignal {
    let key = this.#keys.get(id)
    if (!key) {
      key = { ended: new AbortController(), expiry: undefined, usedAt: 0, running: 0 }
      this.#keys.set(id, key)
    }
    key.usedAt = this.#options.clock().getTime()
    if (expiresAt && !key.expiry) {
      const left = expiresAt.getTime() - key.usedAt
      if (left <= LONGEST_TIMER_MS) key.expiry = setTimeout(() => this.end([id]), Math.max(0, left)).unref()
    }
    return key.ended.signal
  }

  /** Keeps a key's signal while something runs for it, until the returned function is called, once or several times. */
  begin(id: string): () => void {
    const key = this.#keys.get(id)
    if (!key) return () => {}
    key.running++
    let isRunning = true
    return () => {
      if (isRunning) key.running--
      isRunning = false
    }
  }

  end(ids: readonly string[]): void {
    for (const id of ids) {
      const key = this.#keys.get(id)
      if (!key) continue
      this.#keys.delete(id)
      clearTimeout(key.expiry)
      key.ended.abort()
    }
  }

  close(): void {
    clearInterval(this.#asking)
    for (const { expiry } of this.#keys.values()) clearTimeout(expiry)
    this.#keys.clear()
  }

  async #look(): Promise<void> {
    const oldest = this.#options.clock().getTime() - KEEP_MS
    for (const [id, key] of this.#keys)
      if (key.running === 0 && key.usedAt < oldest) {
        clearTimeout(key.expiry)
        this.#keys.delete(id)
      }
    if (this.#keys.size === 0) return
    const ids = [...this.#keys.keys()]
    const valid = await this.#options.stillValid(ids)
    this.end(ids.filter((id) => !valid.has(id)))
  }
}
