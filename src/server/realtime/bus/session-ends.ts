import type { Bus } from './bus.ts'

/**
 * Notifies everything that outlives its request, such as sockets and event streams, that its session has ended, or its
 * API key was revoked, on any server. Ids are unique among both. A lost notification causes only a delay, because each of them also queries the database.
 */
export interface SessionEnds {
  announce(ids: readonly string[]): void
  /** Subscribes to the ids of sessions and keys that have ended. @returns a function that unsubscribes */
  listen(listener: (ids: readonly string[]) => void): () => void
}

export function createSessionEnds({
  bus,
}: {
  bus: Pick<Bus, 'sendToServers' | 'onServerEvent'>
}): SessionEnds {
  const listeners = new Set<(ids: readonly string[]) => void>()

  function notify(ids: readonly string[]): void {
    for (const listener of [...listeners]) listener(ids)
  }

  bus.onServerEvent((_server, event) => {
    if (event.type === 'sessions-ended') notify(event.ids)
  })

  return {
    announce(ids) {
      notify(ids)
      bus.sendToServers({ type: 'sessions-ended', ids: [...ids] })
    },

    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
