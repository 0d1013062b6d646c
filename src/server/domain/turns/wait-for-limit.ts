import { setTimeout as wait } from 'node:timers/promises'
import type { TurnsOptions } from './turns-options.ts'

/** In seconds; limits count by the minute. */
const WAITS_AT_MOST = 150

/**
 * Lets turns wait for the limit, as nobody waits for them, but not too long.
 * @param take counts a model call; resolves to 0 if it is allowed, else to the seconds until it may be retried
 */
export function waitForLimit(take: (asker: string) => Promise<number>): TurnsOptions['mayAsk'] {
  return async (asker, { signal, onWait }) => {
    let waited = 0
    for (;;) {
      const seconds = await take(asker)
      if (seconds === 0) return true
      waited += seconds
      if (waited > WAITS_AT_MOST) return false
      onWait(new Date(Date.now() + seconds * 1000))
      await wait(seconds * 1000, undefined, { signal, ref: false }).catch(() => {})
      onWait(null)
      if (signal.aborted) return false
    }
  }
}
