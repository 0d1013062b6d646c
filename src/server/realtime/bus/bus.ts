import type { Redis } from 'ioredis'
import type { Logger } from '../../base/log.ts'
import type { RealmEvent, ServerEvent } from './bus-events.ts'
import { createRedisLink, type RedisLink } from './redis-link.ts'

/**
 * How the rooms of all servers hear from each other. What it loses costs only time: rooms ask the database besides.
 * Nothing here waits or throws.
 */
export interface Bus {
  /** Tells the rooms of a realm: this server's before it returns, the others' through Redis. */
  publish(realmId: string, event: RealmEvent): void
  /** Hears a realm, from whichever server, until the returned function is called. */
  listen(realmId: string, hear: (event: RealmEvent) => void): () => void
  /** Tells the other servers. */
  tellServers(event: ServerEvent): void
  /** Hears the other servers, each by an id that it has for its life, until the returned function is called. */
  hearServers(hear: (server: string, event: ServerEvent) => void): () => void
  /** Calls when something of one realm, or of all, may have been missed, until the returned function is called. */
  hearMissed(missed: (realmId?: string) => void): () => void
  /** Whether what other servers say arrives here, as far as this server can tell. */
  healthy(): boolean
  /** Resolves when Redis has what was said last, or does not take it. */
  close(): Promise<void>
}

/**
 * @param options.redis fails at once while Redis is away; it stays the caller's. Without one there is nobody to hear.
 * @param options.beatMs milliseconds between two checks of the way to Redis and back
 */
export function createBus({
  redis,
  log,
  prefix = 'bionic:realtime:',
  beatMs,
}: {
  redis?: Redis | undefined
  log: Logger
  prefix?: string
  beatMs?: number
}): Bus {
  const rooms = new Map<string, Set<(event: RealmEvent) => void>>()
  const serverEars = new Set<(server: string, event: ServerEvent) => void>()
  const missedEars = new Set<(realmId?: string) => void>()

  /** One ear that fails keeps nothing from the others, nor from whoever spoke. */
  function tell<Heard extends unknown[]>(ears: Iterable<(...heard: Heard) => void>, ...heard: Heard) {
    for (const ear of ears)
      try {
        ear(...heard)
      } catch (error) {
        log.error({ err: error }, 'a room could not take in what it heard')
      }
  }

  function hearHere(realmId: string, event: RealmEvent) {
    const ears = rooms.get(realmId)
    if (ears) tell(ears, event)
  }

  const link: RedisLink | undefined =
    redis &&
    createRedisLink({
      redis,
      prefix,
      log,
      ...(beatMs !== undefined && { beatMs }),
      realm: hearHere,
      server: (server, event) => tell(serverEars, server, event),
      missed: (realmId) => tell(missedEars, realmId),
    })

  return {
    publish(realmId, event) {
      hearHere(realmId, event)
      link?.sayInRealm(realmId, event)
    },

    listen(realmId, hear) {
      const ears = rooms.get(realmId) ?? new Set()
      if (ears.size === 0) {
        rooms.set(realmId, ears)
        link?.hearRealm(realmId)
      }
      ears.add(hear)
      return () => {
        if (!ears.delete(hear) || ears.size > 0) return
        rooms.delete(realmId)
        link?.leaveRealm(realmId)
      }
    },

    tellServers: (event) => link?.sayToServers(event),
    hearServers: (hear) => during(serverEars, hear),
    hearMissed: (missed) => during(missedEars, missed),
    healthy: () => link?.healthy() ?? false,
    close: async () => link?.close(),
  }
}

function during<Ear>(ears: Set<Ear>, ear: Ear): () => void {
  ears.add(ear)
  return () => ears.delete(ear)
}
