import type { SaidSoFar } from '../turns/said-so-far.ts'

/**
 * A notification about a run: it was stored (`changed`), a running turn changed (`said`), nothing happened within the
 * timeout (`nothing`), or no more notifications follow on this server (`closed`).
 */
export type RunEvent = 'changed' | 'said' | 'nothing' | 'closed'

/** The state of a running turn on the server that receives it. */
export interface LiveTurn extends SaidSoFar {
  /** Until when a rate limit delays it. */
  waitsUntil: Date | null
}

/** The listeners to runs on this server, and the state of the turns that it receives. */
export interface LiveRuns {
  /** This server starts to receive a turn. */
  begin(turnId: string): void
  said(runId: string, turnId: string, so: SaidSoFar): void
  /** A rate limit delays a turn until then; null if it no longer does. */
  waits(runId: string, turnId: string, until: Date | null): void
  /** A turn has ended and is stored; its state here is dropped. */
  over(turnId: string): void
  /** The stored run has changed. */
  changed(runId: string): void
  /** A running turn that this server receives. */
  find(turnId: string): LiveTurn | undefined
  /** Adds a listener to a run, until it is closed. */
  listen(runId: string): Listener
  /** Notifies all present and future listeners that the server shuts down. */
  close(): void
}

export interface Listener {
  /**
   * Waits for the next notification. Of several since the last call, only the most important one is returned.
   * @param within the timeout in milliseconds, after which `nothing` is returned
   */
  next(gone: AbortSignal, within: number): Promise<RunEvent>
  close(): void
}

export function createLiveRuns(): LiveRuns {
  const turns = new Map<string, LiveTurn>()
  const listeners = new Map<string, Set<(received: 'changed' | 'said') => void>>()
  let closed = false

  function tell(runId: string, received: 'changed' | 'said') {
    for (const receive of listeners.get(runId) ?? []) receive(received)
  }

  return {
    begin: (turnId) => void turns.set(turnId, { content: '', sources: null, waitsUntil: null }),
    said(runId, turnId, so) {
      turns.set(turnId, { ...so, waitsUntil: null })
      tell(runId, 'said')
    },
    waits(runId, turnId, waitsUntil) {
      const known = turns.get(turnId)
      // The turn was stopped while it waited.
      if (!known) return
      turns.set(turnId, { ...known, waitsUntil })
      tell(runId, 'said')
    },
    over: (turnId) => void turns.delete(turnId),
    changed: (runId) => tell(runId, 'changed'),
    find: (turnId) => turns.get(turnId),

    listen(runId) {
      let waiting: 'changed' | 'said' | undefined
      let wake = () => {}
      const receive = (received: 'changed' | 'said') => {
        if (waiting !== 'changed') waiting = received
        wake()
      }
      const receivedBy = listeners.get(runId) ?? new Set()
      listeners.set(runId, receivedBy.add(receive))
      return {
        async next(gone, within) {
          if (!waiting && !closed && !gone.aborted)
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, within)
              wake = () => {
                clearTimeout(timer)
                resolve()
              }
              gone.addEventListener('abort', wake, { once: true })
            })
          gone.removeEventListener('abort', wake)
          const received = closed ? 'closed' : (waiting ?? 'nothing')
          waiting = undefined
          return received
        },
        close() {
          receivedBy.delete(receive)
          if (receivedBy.size === 0) listeners.delete(runId)
        },
      }
    },

    close() {
      closed = true
      for (const runId of listeners.keys()) tell(runId, 'changed')
    },
  }
}
