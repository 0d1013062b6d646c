/** What asks the process to end: Ctrl-C, a service manager, and a terminal that was closed. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type EndSignal = (typeof endSignals)[number]

/**
 * A wish to end can come more than once: Ctrl-C, and a service manager that signals the whole process group, reach npm
 * and the server at once, and npm passes its own on to the server. Within so many milliseconds it is one wish.
 */
const SAME_WISH_MS = 1_000

/**
 * Listens for the signals that ask the process to end.
 * @param on.begin called once, with the first signal
 * @param on.hurry called with each that comes when the first has been waiting for longer than `SAME_WISH_MS`
 * @param now a clock in milliseconds that is never put back
 */
export function listenForEnd(
  source: { on(signal: EndSignal, listener: () => void): unknown },
  on: { begin: (signal: EndSignal) => void; hurry: (signal: EndSignal) => void },
  now: () => number = () => performance.now(),
): void {
  let begunAt: number | undefined
  for (const signal of endSignals)
    source.on(signal, () => {
      if (begunAt === undefined) {
        begunAt = now()
        on.begin(signal)
      } else if (now() - begunAt >= SAME_WISH_MS) on.hurry(signal)
    })
}
