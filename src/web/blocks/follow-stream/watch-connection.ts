import type { Reconnecting } from '../../lib/http/reconnecting.ts'

export interface Connection {
  signal: AbortSignal
  /** Must be called whenever bytes arrive, heartbeats included. */
  onBytes: () => void
}

/**
 * Milliseconds of silence after which a connection counts as dead; the server sends a heartbeat every 15 seconds or
 * less. A connection that another one can resume times out sooner.
 */
const SILENCE_MS = { resumable: 20_000, single: 45_000 } as const
/** After so many silent milliseconds a page that becomes visible doubts its connection: the machine may have slept. */
const DOZE_MS = 3_000

/**
 * Aborts a connection that seems to be dead, with a `TypeError`, as for a broken network.
 * @param outer also aborts the connection, with its own reason
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
    // The machine may be on another network, where the old connections do not exist.
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
