import { pauseBeforeTry, type Reconnecting } from '../http/reconnecting.ts'

export interface CodePage {
  time: Reconnecting
  /** Whether the server responds and is ready to serve pages. */
  isServed: () => Promise<boolean>
  /** Whether the page was reloaded for missing code. Survives the reload; cleared once code loads. */
  wasMadeAnew: { get: () => boolean; set: (made: boolean) => void }
  /** Reloads the page at its address. */
  makeAnew: () => void
}

/**
 * Retries loading code, at once when the network is back, else after growing pauses. If the server responds but lacks
 * the code, it has a newer version, and the page is reloaded, once.
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
      // Reloads only if the flag can be read back; otherwise it would reload endlessly.
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
