import type { Reconnecting } from '../src/web/lib/http/reconnecting.ts'

/** Lets everything that is ready happen; no time passes. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Time, network and attention that move only when a test moves them. */
export function manualTime(start = Date.parse('2026-11-21T14:02:00Z')) {
  let now = start
  let timers: { at: number; call: () => void }[] = []
  const wakeListeners = new Set<(why: 'online' | 'visible') => void>()
  const reconnecting: Reconnecting = {
    now: () => now,
    // The least, so that a pause lasts as long as it is written down.
    random: () => 0,
    after(ms, call) {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    onWake(listener) {
      wakeListeners.add(listener)
      return () => wakeListeners.delete(listener)
    },
  }
  return {
    reconnecting,
    date: () => new Date(now),
    /** How much is under way: what an idle page must have none of. */
    waiting: () => timers.length + wakeListeners.size,
    async wake(why: 'online' | 'visible') {
      for (const listener of [...wakeListeners]) listener(why)
      await settle()
    },
    /** Time in which no timer runs, as when a phone sleeps. */
    sleep(ms: number) {
      now += ms
    },
    /** Lets time pass, timer by timer. */
    async pass(ms: number) {
      const end = now + ms
      await settle()
      for (;;) {
        const [due] = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)
        if (!due) break
        timers = timers.filter((timer) => timer !== due)
        now = Math.max(now, due.at)
        due.call()
        await settle()
      }
      now = end
    },
  }
}
