import type { Logger } from '../../base/log.ts'
import type { RedisClient } from '../../base/redis/shards.ts'
import type { RealmEvent, ServerEvent } from './bus-events.ts'
import { RedisLink } from './redis-link.ts'

interface BusOptions {
  /** Must fail commands immediately while Redis is away; the caller closes it. Absent if there are no other servers. */
  redis?: RedisClient | undefined
  log: Logger
  /** Of all channels of the place. */
  prefix?: string | undefined
  heartbeatMs?: number | undefined
}

/**
 * Connects the rooms of all servers. A lost event only delays, because rooms also query the database. No method throws.
 */
export class Bus {
  readonly #log: Logger
  readonly #link: RedisLink | undefined
  readonly #rooms = new Map<string, Set<(event: RealmEvent) => void>>()
  readonly #serverListeners = new Set<(server: string, event: ServerEvent) => void>()
  readonly #missedListeners = new Set<(realmId?: string) => void>()

  constructor({ redis, log, prefix = 'bionic:', heartbeatMs }: BusOptions) {
    this.#log = log
    this.#link =
      redis &&
      new RedisLink({
        ...{ redis, log, heartbeatMs },
        prefix: `${prefix}realtime:`,
        realm: (realmId, event) => this.#deliverHere(realmId, event),
        server: (server, event) => this.#notify(this.#serverListeners, server, event),
        missed: (realmId) => this.#notify(this.#missedListeners, realmId),
      })
  }

  /** Publishes an event to the rooms of a realm: synchronously on this server, through Redis on the others. */
  publish(realmId: string, event: RealmEvent): void {
    this.#deliverHere(realmId, event)
    this.#link?.sayInRealm(realmId, event)
  }

  /** Subscribes to the events of a realm from all servers. @returns a function that unsubscribes */
  listen(realmId: string, receive: (event: RealmEvent) => void): () => void {
    const listeners = this.#rooms.get(realmId) ?? new Set()
    if (listeners.size === 0) {
      this.#rooms.set(realmId, listeners)
      this.#link?.subscribeToRealm(realmId)
    }
    listeners.add(receive)
    return () => {
      if (!listeners.delete(receive) || listeners.size > 0) return
      this.#rooms.delete(realmId)
      this.#link?.leaveRealm(realmId)
    }
  }

  sendToServers(event: ServerEvent): void {
    this.#link?.sayToServers(event)
  }

  /** Receives those of other servers. A server keeps its id until it ends. @returns a function that unsubscribes */
  onServerEvent(receive: (server: string, event: ServerEvent) => void): () => void {
    this.#serverListeners.add(receive)
    return () => this.#serverListeners.delete(receive)
  }

  /** Notifies that events of one realm, or of all, may have been missed. @returns a function that unsubscribes */
  onMissed(missed: (realmId?: string) => void): () => void {
    this.#missedListeners.add(missed)
    return () => this.#missedListeners.delete(missed)
  }

  /** Whether events of the other servers arrive here, as far as this server can tell. */
  healthy(): boolean {
    return this.#link?.healthy() ?? false
  }

  /** Resolves when Redis has accepted or rejected the last event, or when the time for that is over. */
  async close(): Promise<void> {
    await this.#link?.close()
  }

  #deliverHere(realmId: string, event: RealmEvent): void {
    const listeners = this.#rooms.get(realmId)
    if (listeners) this.#notify(listeners, event)
  }

  /** A listener that throws affects neither the other listeners nor the publisher. */
  #notify<Received extends unknown[]>(
    listeners: Iterable<(...received: Received) => void>,
    ...received: Received
  ): void {
    for (const listener of listeners)
      try {
        listener(...received)
      } catch (error) {
        this.#log.error({ err: error }, 'a room could not take in what it heard')
      }
  }
}
