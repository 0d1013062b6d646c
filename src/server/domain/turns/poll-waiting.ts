import type { Logger } from '../../base/log.ts'
import { logThrottled } from '../../base/log-throttled.ts'

const EVERY_MS = 1_500

/** Finds what a crashed server left. Usually events take milliseconds, so only what waits in two polls counts. */
export function pollWaiting(options: {
  listAwaiting: () => Promise<string[]>
  wake: (id: string) => void
  log: Logger
  everyMs?: number | undefined
}): { stop(): void } {
  const { listAwaiting, wake, log, everyMs = EVERY_MS } = options
  const say = logThrottled()
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
