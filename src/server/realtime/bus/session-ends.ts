import type { Bus } from './bus.ts'

/**
 * Tells what outlives its request, as sockets and event streams do, that its session has ended, at whichever server that
 * was. What the bus loses costs only time, as each of them asks the database besides.
 */
export interface SessionEnds {
  announce(ids: readonly string[]): void
  /** Calls with the ids of sessions that have ended, until the returned function is called. */
  listen(listener: (ids: readonly string[]) => void): () => void
}

export function createSessionEnds({ bus }: { bus: Pick<Bus, 'tellServers' | 'hearServers'> }): SessionEnds {
  const listeners = new Set<(ids: readonly string[]) => void>()

  function tell(ids: readonly string[]): void {
    for (const listener of [...listeners]) listener(ids)
  }

  bus.hearServers((_server, event) => {
    if (event.type === 'sessions-ended') tell(event.ids)
  })

  return {
    announce(ids) {
      tell(ids)
      bus.tellServers({ type: 'sessions-ended', ids: [...ids] })
    },

    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
