import type { Reconnecting } from '../../lib/http/reconnecting.ts'

/** One connection to a stream of the server. */
export interface Connection {
  /** Aborted when it is given up. */
  signal: AbortSignal
  /** To be called for every sign of life, the server's heartbeats included. */
  onBytes: () => void
}

/**
 * How long a silence means that nobody is there any more, in milliseconds; the server sends at least a heartbeat every 15
 * seconds. A connection in whose place another one can go on is given up sooner than one that nothing can replace.
 */
const SILENCE_MS = { resumable: 20_000, single: 45_000 } as const
/** So long a silence before somebody looks at the page again may be a connection that died in its sleep, in milliseconds. */
const DOZE_MS = 3_000

/**
 * Watches over a connection, and gives it up where it seems to be dead: with a `TypeError`, as a network that broke.
 * @param outer gives it up as well, for its own reason
 */
export function watchConnection(
  outer: AbortSignal,
  { after, now, onWake }: Reconnecting,
  kind: keyof typeof SILENCE_MS,
): Connection & { close: () => void } {
  const controller = new AbortController()
  const giveUp = () => controller.abort(new TypeError('Nothing was heard of the server.'))
  const onAbort = () => controller.abort(outer.reason)
  let heardAt = now()
  let cancel = after(SILENCE_MS[kind], giveUp)
  const onWoken = (why: 'online' | 'visible') => {
    // Another network may be there, which knows nothing of the old one's connections.
    if (why === 'online' || now() - heardAt > DOZE_MS) giveUp()
  }
  const ignoreWakes = kind === 'resumable' ? onWake(onWoken) : () => {}
  outer.addEventListener('abort', onAbort)
  if (outer.aborted) onAbort()
  return {
    signal: controller.signal,
    onBytes: () => {
      heardAt = now()
      cancel()
      cancel = after(SILENCE_MS[kind], giveUp)
    },
    close: () => {
      cancel()
      ignoreWakes()
      outer.removeEventListener('abort', onAbort)
    },
  }
}
