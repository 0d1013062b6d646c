import type { PresenceDirectory } from './presence.ts'
import { type Connection, send } from './sockets/connection.ts'
import { type Frame, frameOfJson } from './sockets/frame.ts'

/** Those who hear how many are in which realms, as lists of realms do. */
export interface Watchers {
  /** Tells a connection how many are in these realms, from now on instead of those that it watched before. */
  watch(connection: Connection, realms: readonly string[]): void
  forget(connection: Connection): void
  /** Others are in a realm than before. */
  changed(realmId: string): void
  /** Tells everybody what is new of what they watch; to be called once a second. */
  tell(): void
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

    tell() {
      const news = new Map<Connection, string>()
      for (const realm of changed) {
        const one = count(realm)
        for (const connection of byRealm.get(realm) ?? []) {
          const before = news.get(connection)
          news.set(connection, before === undefined ? one : `${before},${one}`)
        }
      }
      changed.clear()
      // Many look at the same list.
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
