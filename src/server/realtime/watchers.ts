import type { PresenceDirectory } from './presence.ts'
import { type Connection, send } from './sockets/connection.ts'
import { type Frame, frameOfJson } from './sockets/frame.ts'

/** The connections that are sent the presence counts of realms, for example to show a list of realms. */
export interface Watchers {
  /** Sends a connection the presence counts of these realms from now on, in place of those that it watched before. */
  watch(connection: Connection, realms: readonly string[]): void
  forget(connection: Connection): void
  /** The presence in a realm changed. */
  changed(realmId: string): void
  /** Sends each connection the changed counts of its realms; must be called once a second. */
  notify(): void
}

export function createWatchers(presence: Pick<PresenceDirectory, 'count'>): Watchers {
  const byRealm = new Map<string, Set<Connection>>()
  const changed = new Set<string>()

  function forget(connection: Connection) {
    for (const realm of connection.watched) {
      const watching = byRealm.get(realm)
      watching?.delete(connection)
      if (watching?.size === 0) byRealm.delete(realm)
    }
    connection.watched = []
  }

  return {
    watch(connection, realms) {
      forget(connection)
      connection.watched = [...new Set(realms)]
      for (const realm of connection.watched) {
        const watching = byRealm.get(realm) ?? new Set()
        byRealm.set(realm, watching.add(connection))
      }
      send(connection, frameOfCounts(connection.watched.map((realm) => count(realm)).join(',')))
    },

    forget,

    changed(realmId) {
      if (byRealm.has(realmId)) changed.add(realmId)
    },

    notify() {
      const news = new Map<Connection, string>()
      for (const realm of changed) {
        const one = count(realm)
        for (const connection of byRealm.get(realm) ?? []) {
          const before = news.get(connection)
          news.set(connection, before === undefined ? one : `${before},${one}`)
        }
      }
      changed.clear()
      // Many connections watch the same list.
      const frames = new Map<string, Frame>()
      for (const [connection, counts] of news) {
        const frame = frames.get(counts) ?? frameOfCounts(counts)
        frames.set(counts, frame)
        send(connection, frame)
      }
    },
  }

  function count(realm: string): string {
    return `"${realm}":${presence.count(realm)}`
  }
}

function frameOfCounts(counts: string): Frame {
  return frameOfJson(`{"type":"here","counts":{${counts}}}`)
}
