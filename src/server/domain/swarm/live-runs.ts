/**
 * What somebody hears of a run: that it changed, that somebody speaks, that nothing was to be heard for a while, or that
 * nothing more will be heard here.
 */
export type Heard = 'changed' | 'said' | 'nothing' | 'closed'

/** Who follows runs at this server, and what turns that are received here have said so far. */
export interface LiveRuns {
  /** A turn begins to be received here. */
  begin(turnId: string): void
  said(runId: string, turnId: string, content: string): void
  /** A turn is over and stored; its words are no longer known here. */
  over(turnId: string): void
  /** A run is stored differently now. */
  changed(runId: string): void
  /** What a turn has said that is received here. */
  wordsOf(turnId: string): string | undefined
  /** Hears of a run from now on, until it is closed. */
  listen(runId: string): Listener
  /** For when the server ends: whoever listens is told so, now and later. */
  close(): void
}

export interface Listener {
  /**
   * The next thing that is heard; what came since the last time counts, as the weightiest of it.
   * @param within milliseconds after which nothing was heard
   */
  next(gone: AbortSignal, within: number): Promise<Heard>
  close(): void
}

export function createLiveRuns(): LiveRuns {
  const words = new Map<string, string>()
  const listeners = new Map<string, Set<(heard: 'changed' | 'said') => void>>()
  let closed = false

  function tell(runId: string, heard: 'changed' | 'said') {
    for (const hear of listeners.get(runId) ?? []) hear(heard)
  }

  return {
    begin: (turnId) => void words.set(turnId, ''),
    said(runId, turnId, content) {
      words.set(turnId, content)
      tell(runId, 'said')
    },
    over: (turnId) => void words.delete(turnId),
    changed: (runId) => tell(runId, 'changed'),
    wordsOf: (turnId) => words.get(turnId),

    listen(runId) {
      let waiting: 'changed' | 'said' | undefined
      let wake = () => {}
      const hear = (heard: 'changed' | 'said') => {
        if (waiting !== 'changed') waiting = heard
        wake()
      }
      const heardBy = listeners.get(runId) ?? new Set()
      listeners.set(runId, heardBy.add(hear))
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
          const heard = closed ? 'closed' : (waiting ?? 'nothing')
          waiting = undefined
          return heard
        },
        close() {
          heardBy.delete(hear)
          if (heardBy.size === 0) listeners.delete(runId)
        },
      }
    },

    close() {
      closed = true
      for (const runId of listeners.keys()) tell(runId, 'changed')
    },
  }
}
