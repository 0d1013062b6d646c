import { pauseBeforeTry, type Reconnecting } from '../http/reconnecting.ts'

export interface CodePage {
  time: Reconnecting
  /** Whether the server responds and is ready to serve pages. */
  isServed: () => Promise<boolean>
  /**
   * Whether the page was already reloaded because of missing code. The flag survives the reload and is cleared once
   * code loads.
   */
  wasMadeAnew: { get: () => boolean; set: (made: boolean) => void }
  /** Reloads the page at its address. */
  makeAnew: () => void
}

/**
 * Retries loading code that failed to load, until it loads: at once when there is a network again, otherwise after
 * growing pauses. If the server responds but does not have the code, it has a newer version, so the page is reloaded.
 * That happens once; if it did not help, the page is left as it is.
 * @param load loads the code again
 * @param signal aborted when the code is no longer needed
 * @returns `tryNow`, which retries at once, and `done`, whether the code was loaded
 */
export function loadAgain(
  load: () => Promise<unknown>,
  { time, isServed, wasMadeAnew, makeAnew }: CodePage,
  signal: AbortSignal,
): { tryNow: () => void; done: Promise<boolean> } {
  let wake = new AbortController()

  async function loadOnce(): Promise<boolean> {
    try {
      await load()
      wasMadeAnew.set(false)
      return true
    } catch {
      if (signal.aborted || wasMadeAnew.get() || !(await isServed())) return false
      // Without a stored flag the page would reload endlessly, so it reloads only if the flag can be read back.
      wasMadeAnew.set(true)
      if (wasMadeAnew.get() && !signal.aborted) makeAnew()
      return false
    }
  }

  async function loadUntilItComes(): Promise<boolean> {
    for (let tries = 0; !signal.aborted; tries++) {
      wake = new AbortController()
      const woke = await pauseBeforeTry(tries, time, { signal: AbortSignal.any([signal, wake.signal]) })
      if (woke || wake.signal.aborted) tries = 0
      if (!signal.aborted && (await loadOnce())) return true
    }
    return false
  }

  return { tryNow: () => wake.abort(), done: loadUntilItComes() }
}
