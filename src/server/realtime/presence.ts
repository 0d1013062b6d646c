import type { Presence } from '../../shared/realms/realtime.ts'
import type { Bus } from './bus/bus.ts'
import { createOtherServers } from './bus/other-servers.ts'
import { createPeople } from './sockets/people.ts'

/** Minimum time between two messages about who came and went, in milliseconds. */
const SEND_EVERY_MS = 250

/** The interval at which the whole presence is sent to the other servers, in milliseconds. */
const STATE_EVERY_MS = 15_000

/** Who is in which realm, on all servers. */
export interface PresenceDirectory {
  /** The number of wallets in a realm, each counted once, plus the connections without a wallet. */
  count(realmId: string): number
  here(realmId: string): Presence
  /** The realms with somebody in them, those with most people first, and the number of people in each. */
  fullest(most: number): { realmId: string; here: number }[]
  /**
   * Registers a connection of this server in a realm; `leave` must be called with the same wallet. `wallet` is null for
   * a visitor.
   */
  enter(realmId: string, wallet: string | null): void
  leave(realmId: string, wallet: string | null): void
  /** Subscribes to changes of the presence in any realm. @returns a function that unsubscribes */
  onChange(changed: (realmId: string) => void): () => void
  /** Notifies the other servers that nobody is connected to this one any more. */
  close(): void
}

/**
 * @param options.now monotonic time in milliseconds; it and the intervals, also in milliseconds, are options for tests
 */
export function createPresence({
  bus,
  now = () => performance.now(),
  sendEveryMs = SEND_EVERY_MS,
  stateEveryMs = STATE_EVERY_MS,
}: {
  bus: Bus
  now?: () => number
  sendEveryMs?: number
  stateEveryMs?: number
}): PresenceDirectory {
  /** The connections of this server. */
  const own = createPeople()
  /** The people of all servers; a wallet is counted once for each server that it is connected to. */
  const all = createPeople()
  const listeners = new Set<(realmId: string) => void>()
  /** By realm: the wallets whose presence has to be sent, and whether they are present. */
  const unsent = new Map<string, Map<string, boolean>>()
  let sending: NodeJS.Timeout | undefined
  let stating: NodeJS.Timeout | undefined
  let number = 0

  function changed(realmId: string) {
    for (const listener of listeners) listener(realmId)
  }

  /** While the bus is not healthy, the change reaches the other servers with the next whole presence. */
  function sendLater(realmId: string, wallet: string | null, here: boolean) {
    if (!bus.healthy()) return
    const moved = unsent.get(realmId) ?? new Map<string, boolean>()
    if (wallet !== null) moved.set(wallet, here)
    unsent.set(realmId, moved)
    sending ??= setTimeout(sendMoves, sendEveryMs).unref()
  }

  function sendMoves() {
    sending = undefined
    const realms = [...unsent].map(([realm, moved]) => {
      const of = (here: boolean) => [...moved].filter(([, is]) => is === here).map(([wallet]) => wallet)
      return { realm, came: of(true), went: of(false), visitors: own.visitors(realm) }
    })
    unsent.clear()
    number += 1
    bus.sendToServers({ type: 'moved', number, realms })
  }

  function broadcast() {
    clearTimeout(sending)
    sending = undefined
    clearTimeout(stating)
    stating = undefined
    unsent.clear()
    if (!bus.healthy()) return
    number += 1
    const realms = [...own.realms()].map((realm) => ({
      realm,
      people: [...own.wallets(realm)],
      visitors: own.visitors(realm),
    }))
    bus.sendToServers({ type: 'all', number, realms })
  }

  const others = createOtherServers({
    all,
    changed,
    now,
    ask: (server) => bus.sendToServers({ type: 'ask', server }),
    // Requests that several servers send at the same time get one response.
    asked: () => {
      stating ??= setTimeout(broadcast, Math.min(50, sendEveryMs)).unref()
    },
  })
  const stopReceiving = bus.onServerEvent(others.receive)
  const stopMissing = bus.onMissed((realmId) => {
    if (realmId !== undefined) return
    broadcast()
    bus.sendToServers({ type: 'ask' })
  })
  const regular = setInterval(() => broadcast(), stateEveryMs).unref()
  const forgetting = setInterval(others.forgetSilent, Math.min(2_000, stateEveryMs)).unref()

  function move(realmId: string, wallet: string | null, by: 1 | -1) {
    if (wallet === null) {
      own.moveVisitors(realmId, by)
      all.moveVisitors(realmId, by)
    } else if (by === 1) {
      if (!own.add(realmId, wallet)) return
      if (!all.add(realmId, wallet)) return sendLater(realmId, wallet, true)
    } else {
      if (!own.drop(realmId, wallet)) return
      if (!all.drop(realmId, wallet)) return sendLater(realmId, wallet, false)
    }
    sendLater(realmId, wallet, by === 1)
    changed(realmId)
  }

  return {
    count: all.count,
    here: all.here,
    fullest: (most) =>
      Array.from(all.realms(), (realmId) => ({ realmId, here: all.count(realmId) }))
        .sort((one, other) => other.here - one.here)
        .slice(0, most),
    enter: (realmId, wallet) => move(realmId, wallet, 1),
    leave: (realmId, wallet) => move(realmId, wallet, -1),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearTimeout(sending)
      clearTimeout(stating)
      clearInterval(regular)
      clearInterval(forgetting)
      stopReceiving()
      stopMissing()
      bus.sendToServers({ type: 'bye' })
    },
  }
}
