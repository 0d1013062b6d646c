import type { Bus } from './bus.ts'

/**
 * Tells sockets and streams on any server that a session ended or an API key was revoked; ids are unique among both. A
 * lost notification only delays, because each of them also queries the database.
 */
export class SessionEnds {
  readonly #bus: Pick<Bus, 'sendToServers' | 'onServerEvent'>
  readonly #listeners = new Set<(ids: readonly string[]) => void>()

  constructor({ bus }: { bus: Pick<Bus, 'sendToServers' | 'onServerEvent'> }) {
    this.#bus = bus
    bus.onServerEvent((_server, event) => {
      if (event.type === 'sessions-ended') this.#notify(event.ids)
    })
  }

  announce(ids: readonly string[]): void {
    this.#notify(ids)
    this.#bus.sendToServers({ type: 'sessions-ended', ids: [...ids] })
  }

  /** Subscribes to the ids of sessions and keys that have ended. @returns a function that unsubscribes */
  listen(listener: (ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(ids: readonly string[]): void {
    for (const listener of [...this.#listeners]) listener(ids)
  }
}
