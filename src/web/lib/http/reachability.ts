import { useSyncExternalStore } from 'react'
import { browserReconnecting, pauseBeforeTry, type Reconnecting } from './reconnecting.ts'

/** Tracks whether this page's server can be reached. */
export interface Reachability {
  isReachable: () => boolean
  /** Calls the listener on every change. @returns a function that removes the listener */
  subscribe: (listener: () => void) => () => void
  /**
   * Must be called when a request failed on the network: checks whether the server is the cause, and polls until it is
   * back.
   */
  doubt: () => void
  /** Must be called when the server is known to be unreachable; polls until it is back. */
  lost: () => void
  /** Checks at once instead of waiting for the next try. */
  askNow: () => void
}

/** Milliseconds after which an unanswered check counts as failed. */
const PATIENCE_MS = 5_000

/**
 * @param ask checks whether the server responds; must not reject
 * @param time timers and wake events
 */
export function createReachability(
  ask: (signal: AbortSignal) => Promise<boolean>,
  time: Reconnecting,
): Reachability {
  const listeners = new Set<() => void>()
  let reachable = true
  let isAsking = false
  let wake = new AbortController()

  function become(next: boolean): void {
    if (next === reachable) return
    reachable = next
    for (const listener of listeners) listener()
  }

  async function askInTime(): Promise<boolean> {
    const enough = new AbortController()
    const cancel = time.after(PATIENCE_MS, () => enough.abort())
    try {
      return await ask(enough.signal)
    } finally {
      cancel()
    }
  }

  async function askUntilThere(): Promise<void> {
    for (let tries = 0; !(await askInTime()); tries++) {
      become(false)
      wake = new AbortController()
      const woke = await pauseBeforeTry(tries, time, { signal: wake.signal })
      if (woke || wake.signal.aborted) tries = 0
    }
    become(true)
  }

  function doubt(): void {
    if (isAsking) return
    isAsking = true
    void askUntilThere().finally(() => {
      isAsking = false
    })
  }

  return {
    isReachable: () => reachable,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    doubt,
    lost() {
      become(false)
      doubt()
    },
    askNow: () => wake.abort(),
  }
}

/** Whether the server responds and is ready to serve pages. */
export function isServed(signal?: AbortSignal): Promise<boolean> {
  return fetch('/readyz', { cache: 'no-store', ...(signal && { signal }) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export const server = createReachability(isServed, browserReconnecting)

/**
 * Wraps `fetch` so that its failures trigger a reachability check. A request that its caller aborted does not count.
 */
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

/** Whether the server can be reached, as React state. It is true at the first paint, which the server rendered. */
export function useReachable(): boolean {
  return useSyncExternalStore(server.subscribe, server.isReachable, () => true)
}
