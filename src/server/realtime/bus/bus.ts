import type { Redis } from 'ioredis'
import type { Logger } from '../../base/log.ts'
import type { RealmEvent, ServerEvent } from './bus-events.ts'
import { createRedisLink, type RedisLink } from './redis-link.ts'

/**
 * Connects the rooms of all servers. A lost event causes only a delay, because rooms also query the database. No method
 * throws, and only `close` waits.
 */
export interface Bus {
  /** Publishes an event to the rooms of a realm: synchronously on this server, through Redis on the others. */
  publish(realmId: string, event: RealmEvent): void
  /** Subscribes to the events of a realm from all servers. @returns a function that unsubscribes */
  listen(realmId: string, receive: (event: RealmEvent) => void): () => void
  /** Sends an event to the other servers. */
  sendToServers(event: ServerEvent): void
  /**
   * Subscribes to the events of the other servers. A server keeps its id until it ends. @returns a function that
   * unsubscribes
   */
  onServerEvent(receive: (server: string, event: ServerEvent) => void): () => void
  /**
   * Subscribes to notices that events of one realm, or of all realms if no id is given, may have been missed. @returns
   * a function that unsubscribes
   */
  onMissed(missed: (realmId?: string) => void): () => void
  /** Whether events of the other servers arrive here, as far as this server can tell. */
  healthy(): boolean
  /** Resolves when Redis has accepted or rejected the last event, or when the time for that is over. */
  close(): Promise<void>
}

/**
 * @param options.redis must fail commands immediately while Redis is away; the caller closes it. Without it there are
 * no other servers.
 * @param options.heartbeatMs milliseconds between two checks of the round trip through Redis
 */
export function createBus({
  redis,
  log,
  prefix = 'bionic:realtime:',
  heartbeatMs,
}: {
  redis?: Redis | undefined
  log: Logger
  prefix?: string
  heartbeatMs?: number
}): Bus {
  const rooms = new Map<string, Set<(event: RealmEvent) => void>>()
  const serverListeners = new Set<(server: string, event: ServerEvent) => void>()
  const missedListeners = new Set<(realmId?: string) => void>()

  /** A listener that throws affects neither the other listeners nor the publisher. */
  function notify<Received extends unknown[]>(
    listeners: Iterable<(...received: Received) => void>,
    ...received: Received
  ) {
    for (const listener of listeners)
      try {
        listener(...received)
      } catch (error) {
        log.error({ err: error }, 'a room could not take in what it heard')
      }
  }

  function deliverHere(realmId: string, event: RealmEvent) {
    const listeners = rooms.get(realmId)
    if (listeners) notify(listeners, event)
  }

  const link: RedisLink | undefined =
    redis &&
    createRedisLink({
      redis,
      prefix,
      log,
      ...(heartbeatMs !== undefined && { heartbeatMs }),
      realm: deliverHere,
      server: (server, event) => notify(serverListeners, server, event),
      missed: (realmId) => notify(missedListeners, realmId),
    })

  return {
    publish(realmId, event) {
      deliverHere(realmId, event)
      link?.sayInRealm(realmId, event)
    },

    listen(realmId, receive) {
      const listeners = rooms.get(realmId) ?? new Set()
      if (listeners.size === 0) {
        rooms.set(realmId, listeners)
        link?.subscribeToRealm(realmId)
      }
      listeners.add(receive)
      return () => {
        if (!listeners.delete(receive) || listeners.size > 0) return
        rooms.delete(realmId)
        link?.leaveRealm(realmId)
      }
    },

    sendToServers: (event) => link?.sayToServers(event),
    onServerEvent: (receive) => during(serverListeners, receive),
    onMissed: (missed) => during(missedListeners, missed),
    healthy: () => link?.healthy() ?? false,
    close: async () => link?.close(),
  }
}

function during<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
