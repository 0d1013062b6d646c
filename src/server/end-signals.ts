/** Ctrl-C, a service manager, and a closed terminal. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type EndSignal = (typeof endSignals)[number]

/**
 * One request to end can arrive as several signals: Ctrl-C and service managers reach npm and the server at once, and
 * npm forwards its own. Signals within this many milliseconds count as one.
 */
const SAME_WISH_MS = 1_000

/**
 * @param on.begin called once, with the first signal
 * @param on.atOnce called with a Ctrl-C or a closed terminal right after a `SIGTERM`: a person ends it, and npm was quicker
 * @param on.hurry called with each signal that arrives `SAME_WISH_MS` after the first or later
 * @param now a monotonic clock in milliseconds
 */
export function listenForEnd(
  source: { on(signal: EndSignal, listener: () => void): unknown },
  on: {
    begin: (signal: EndSignal) => void
    atOnce?: (signal: EndSignal) => void
    hurry: (signal: EndSignal) => void
  },
  now: () => number = () => performance.now(),
): void {
  let begunAt: number | undefined
  let mayTakeTime = false
  for (const signal of endSignals)
    source.on(signal, () => {
      if (begunAt === undefined) {
        begunAt = now()
        mayTakeTime = signal === 'SIGTERM'
        on.begin(signal)
      } else if (now() - begunAt >= SAME_WISH_MS) on.hurry(signal)
      else if (mayTakeTime && signal !== 'SIGTERM') {
        mayTakeTime = false
        on.atOnce?.(signal)
      }
    })
}
