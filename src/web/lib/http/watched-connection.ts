import type { Reconnecting } from './reconnecting.ts'

/** One connection to a stream of the server. */
export interface Connection {
  /** Aborted when it is given up. */
  signal: AbortSignal
  /** To be called for every sign of life, the server's heartbeats included. */
  onBytes: () => void
}

/** The server sends at least a heartbeat every 15 seconds; who hears nothing for this long, in milliseconds, hears nobody. */
const SILENCE_MS = 20_000
/** So long a silence before somebody looks at the page again may be a connection that died in its sleep, in milliseconds. */
const DOZE_MS = 3_000

/**
 * Watches over a connection, and gives it up where it seems to be dead.
 * @param outer gives it up as well
 */
export function watchConnection(
  outer: AbortSignal,
  { after, now, onWake }: Reconnecting,
): Connection & { close: () => void } {
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  let heardAt = now()
  let cancel = after(SILENCE_MS, giveUp)
  const ignoreWakes = onWake((why) => {
    // Another network may be there, which knows nothing of the old one's connections.
    if (why === 'online' || now() - heardAt > DOZE_MS) giveUp()
  })
  outer.addEventListener('abort', giveUp)
  if (outer.aborted) giveUp()
  return {
    signal: controller.signal,
    onBytes: () => {
      heardAt = now()
      cancel()
      cancel = after(SILENCE_MS, giveUp)
    },
    close: () => {
      cancel()
      ignoreWakes()
      outer.removeEventListener('abort', giveUp)
    },
  }
}
