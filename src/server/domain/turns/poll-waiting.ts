import type { Logger } from '../../base/log.ts'
import { logSeldom } from '../../base/log-seldom.ts'

/** Milliseconds between two looks. */
const EVERY_MS = 1_500

/**
 * Finds the realms, or runs, in which something happened that nobody has looked at: the server that was to do so died.
 * Usually one looks within milliseconds, so it is woken only where it waits in two looks, one after the other.
 */
export function pollWaiting(options: {
  listAwaiting: () => Promise<string[]>
  wake: (id: string) => void
  log: Logger
  everyMs?: number | undefined
}): { stop(): void } {
  const { listAwaiting, wake, log, everyMs = EVERY_MS } = options
  const say = logSeldom()
  let seen = new Set<string>()
  let busy = false

  async function look() {
    if (busy) return
    busy = true
    try {
      const waiting = await listAwaiting()
      for (const id of waiting) if (seen.has(id)) wake(id)
      seen = new Set(waiting)
    } catch (error) {
      say(log, 'warn', { err: error }, 'what waits for its next turn can not be looked for')
    }
    busy = false
  }
  const timer = setInterval(look, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}
