import { pauseBeforeTry, type Reconnecting } from '../http/reconnecting.ts'

/** What a page knows of itself and its server while code of it is missing. */
export interface CodePage {
  time: Reconnecting
  /** Whether the server is there and serves pages. */
  isServed: () => Promise<boolean>
  /** Whether the page was made anew for missing code already, and that is remembered until code has come. */
  wasMadeAnew: { get: () => boolean; set: (made: boolean) => void }
  /** Makes the page anew at its address. */
  makeAnew: () => void
}

/**
 * Loads code that did not come, until it does: at once when there is a network again, else after growing pauses. A server
 * that is there and does not have the code has newer code, which a new page brings; where that did not help once, the
 * page is left as it is.
 * @param load tries anew
 * @param signal aborted when nobody wants it any more
 * @returns what to call to try at once, and whether the code came, once that is known
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
      // What could not be remembered would be done again and again.
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
