import type { FoundModel } from '../model-protocols.ts'

/** In milliseconds. */
export interface ListTimes {
  /** How long a list is taken as it is. */
  freshMs: number
  /** How long a provider has to answer. */
  patienceMs: number
  /** After a failure it is asked again so much later; after each further one twice as late. */
  retryMs: number
}

export const LIST_TIMES: ListTimes = { freshMs: 10 * 60_000, patienceMs: 10_000, retryMs: 5_000 }

/** Of a provider's list; some list hundreds, none of those that are known a thousand. */
const MAX_MODELS = 2_000

interface ProviderListOptions {
  read: (signal: AbortSignal) => Promise<readonly FoundModel[]>
  onFailed: (error: unknown) => void
  now: () => number
  times: ListTimes
}

/** What a provider lists, as it was last read: nobody waits for it, and one request at a time asks for a newer one. */
export class ProviderList {
  readonly #options: ProviderListOptions
  readonly #closing = new AbortController()
  #models: readonly FoundModel[] | null = null
  #names: ReadonlySet<string> = new Set()
  #dueAt = Number.NEGATIVE_INFINITY
  #failures = 0
  #reading: Promise<void> | null = null

  constructor(options: ProviderListOptions) {
    this.#options = options
  }

  /** Null until it was read once. An older one is told while a newer one is asked for. */
  current(): readonly FoundModel[] | null {
    this.#readIfDue()
    return this.#models
  }

  /** Null while nobody knows. */
  has(model: string): boolean | null {
    this.#readIfDue()
    return this.#models && this.#names.has(model)
  }

  get hasFailed(): boolean {
    return this.#failures > 0
  }

  /** Resolves once there is a list, or the provider failed to tell it, within so many milliseconds. */
  async firstRead(patienceMs: number): Promise<void> {
    this.#readIfDue()
    if (this.#models || this.#failures > 0 || !this.#reading) return
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, patienceMs)
    await Promise.race([this.#reading, late.promise])
    clearTimeout(timer)
  }

  close(): void {
    this.#closing.abort()
  }

  #readIfDue(): void {
    if (this.#reading || this.#closing.signal.aborted || this.#options.now() < this.#dueAt) return
    this.#reading = this.#read().finally(() => {
      this.#reading = null
    })
  }

  async #read(): Promise<void> {
    const { read, onFailed, now, times } = this.#options
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), times.patienceMs).unref()
    try {
      const models = await read(AbortSignal.any([late.signal, this.#closing.signal]))
      this.#models = models.slice(0, MAX_MODELS)
      this.#names = new Set(this.#models.map(({ model }) => model))
      this.#failures = 0
      this.#dueAt = now() + times.freshMs
    } catch (error) {
      this.#dueAt = now() + Math.min(times.retryMs * 2 ** this.#failures, times.freshMs)
      this.#failures++
      if (!this.#closing.signal.aborted) onFailed(error)
    } finally {
      clearTimeout(timer)
    }
  }
}
