import { useSyncExternalStore } from 'react'
import { Listeners } from '../listeners.ts'
import { browserReconnecting, pauseBeforeTry, type Reconnecting } from './reconnecting.ts'

/** Milliseconds after which an unanswered check counts as failed. */
const PATIENCE_MS = 5_000

export class Reachability {
  readonly #ask: (signal: AbortSignal) => Promise<boolean>
  readonly #time: Reconnecting
  readonly #listeners = new Listeners()
  #isReachable = true
  #isAsking = false
  #wake = new AbortController()

  /** @param ask checks whether the server responds; must not reject */
  constructor(ask: (signal: AbortSignal) => Promise<boolean>, time: Reconnecting) {
    this.#ask = ask
    this.#time = time
  }

  readonly isReachable = (): boolean => this.#isReachable

  readonly subscribe = this.#listeners.add

  /** Must be called when a request failed on the network. Polls until the server is back, if it is the cause. */
  doubt(): void {
    if (this.#isAsking) return
    this.#isAsking = true
    void this.#askUntilThere().finally(() => {
      this.#isAsking = false
    })
  }

  /** Must be called when the server is known to be unreachable; polls until it is back. */
  lost(): void {
    this.#become(false)
    this.doubt()
  }

  askNow(): void {
    this.#wake.abort()
  }

  #become(next: boolean): void {
    if (next === this.#isReachable) return
    this.#isReachable = next
    this.#listeners.notify()
  }

  async #askInTime(): Promise<boolean> {
    const enough = new AbortController()
    const cancel = this.#time.after(PATIENCE_MS, () => enough.abort())
    try {
      return await this.#ask(enough.signal)
    } finally {
      cancel()
    }
  }

  async #askUntilThere(): Promise<void> {
    for (let tries = 0; !(await this.#askInTime()); tries++) {
      this.#become(false)
      this.#wake = new AbortController()
      const { signal } = this.#wake
      const woke = await pauseBeforeTry(tries, this.#time, { signal })
      if (woke || signal.aborted) tries = 0
    }
    this.#become(true)
  }
}

export function isServed(signal?: AbortSignal): Promise<boolean> {
  return fetch('/readyz', { cache: 'no-store', ...(signal && { signal }) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export const server = new Reachability(isServed, browserReconnecting)

/** A failure triggers a reachability check, unless the caller aborted the request. */
export function watchedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      return await fetch(input, init)
    } catch (error) {
      if (!init?.signal?.aborted) server.doubt()
      throw error
    }
  }
}

/** True at the first paint, which the server rendered. */
export function useReachable(): boolean {
  return useSyncExternalStore(server.subscribe, server.isReachable, () => true)
}
