import { type Connection, send } from '../sockets/connection.ts'
import { type Frame, frameOfJson } from '../sockets/frame.ts'
import type { PresenceDirectory } from './presence.ts'

/** The connections that are sent the presence counts of realms, for example to show a list of realms. */
export class Watchers {
  readonly #presence: Pick<PresenceDirectory, 'count'>
  readonly #byRealm = new Map<string, Set<Connection>>()
  readonly #changed = new Set<string>()

  constructor(presence: Pick<PresenceDirectory, 'count'>) {
    this.#presence = presence
  }

  /** Sends a connection the presence counts of these realms from now on, in place of those that it watched before. */
  watch(connection: Connection, realms: readonly string[]): void {
    this.forget(connection)
    connection.watched = [...new Set(realms)]
    for (const realm of connection.watched) {
      const watching = this.#byRealm.get(realm) ?? new Set()
      this.#byRealm.set(realm, watching.add(connection))
    }
    send(connection, frameOfCounts(connection.watched.map((realm) => this.#count(realm)).join(',')))
  }

  forget(connection: Connection): void {
    for (const realm of connection.watched) {
      const watching = this.#byRealm.get(realm)
      watching?.delete(connection)
      if (watching?.size === 0) this.#byRealm.delete(realm)
    }
    connection.watched = []
  }

  changed(realmId: string): void {
    if (this.#byRealm.has(realmId)) this.#changed.add(realmId)
  }

  /** Sends each connection the changed counts of its realms; must be called once a second. */
  notify(): void {
    const news = new Map<Connection, string>()
    for (const realm of this.#changed) {
      const one = this.#count(realm)
      for (const connection of this.#byRealm.get(realm) ?? []) {
        const before = news.get(connection)
        news.set(connection, before === undefined ? one : `${before},${one}`)
      }
    }
    this.#changed.clear()
    // Many connections watch the same list.
    const frames = new Map<string, Frame>()
    for (const [connection, counts] of news) {
      const frame = frames.get(counts) ?? frameOfCounts(counts)
      frames.set(counts, frame)
      send(connection, frame)
    }
  }

  #count(realm: string): string {
    return `"${realm}":${this.#presence.count(realm)}`
  }
}

function frameOfCounts(counts: string): Frame {
  return frameOfJson(`{"type":"here","counts":{${counts}}}`)
}
