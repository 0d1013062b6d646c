import type { Presence } from '../../shared/realms/realtime.ts'
import type { Bus } from './bus/bus.ts'
import { createOtherServers } from './bus/other-servers.ts'
import { createPeople } from './sockets/people.ts'

/** How often who came and went is told to the other servers at most, in milliseconds. */
const TELL_EVERY_MS = 250

/** How often everybody who is here is told to them, in milliseconds. */
const STATE_EVERY_MS = 15_000

/** Who is where, on all servers. */
export interface PresenceDirectory {
  /** How many are in a realm: wallets, each once, and connections without one. */
  count(realmId: string): number
  here(realmId: string): Presence
  /** A connection of this server is in a realm from now on; each goes as it came. `wallet` is null for a visitor. */
  enter(realmId: string, wallet: string | null): void
  leave(realmId: string, wallet: string | null): void
  /** Calls for a realm as soon as others are there than before, until the returned function is called. */
  onChange(changed: (realmId: string) => void): () => void
  /** Tells the other servers that nobody is here any more. */
  close(): void
}

/** @param options.now milliseconds that never go back, and the pauses in milliseconds, for tests */
export function createPresence({
  bus,
  now = () => performance.now(),
  tellEveryMs = TELL_EVERY_MS,
  stateEveryMs = STATE_EVERY_MS,
}: {
  bus: Bus
  now?: () => number
  tellEveryMs?: number
  stateEveryMs?: number
}): PresenceDirectory {
  /** The connections of this server. */
  const own = createPeople()
  /** A wallet counts once for each server that it is at. */
  const all = createPeople()
  const listeners = new Set<(realmId: string) => void>()
  /** By realm: of whom it is to be told whether they are here. */
  const untold = new Map<string, Map<string, boolean>>()
  let telling: NodeJS.Timeout | undefined
  let stating: NodeJS.Timeout | undefined
  let number = 0

  function changed(realmId: string) {
    for (const listener of listeners) listener(realmId)
  }

  /** The others learn from the next whole statement what they are not told now. */
  function tellLater(realmId: string, wallet: string | null, here: boolean) {
    if (!bus.healthy()) return
    const moved = untold.get(realmId) ?? new Map<string, boolean>()
    if (wallet !== null) moved.set(wallet, here)
    untold.set(realmId, moved)
    telling ??= setTimeout(tellMoves, tellEveryMs).unref()
  }

  function tellMoves() {
    telling = undefined
    const realms = [...untold].map(([realm, moved]) => {
      const of = (here: boolean) => [...moved].filter(([, is]) => is === here).map(([wallet]) => wallet)
      return { realm, came: of(true), went: of(false), visitors: own.visitors(realm) }
    })
    untold.clear()
    number += 1
    bus.tellServers({ type: 'moved', number, realms })
  }

  function tellAll() {
    clearTimeout(telling)
    telling = undefined
    clearTimeout(stating)
    stating = undefined
    untold.clear()
    if (!bus.healthy()) return
    number += 1
    const realms = [...own.realms()].map((realm) => ({
      realm,
      people: [...own.wallets(realm)],
      visitors: own.visitors(realm),
    }))
    bus.tellServers({ type: 'all', number, realms })
  }

  const others = createOtherServers({
    all,
    changed,
    now,
    ask: (server) => bus.tellServers({ type: 'ask', server }),
    // Several servers that ask at once are answered together.
    asked: () => {
      stating ??= setTimeout(tellAll, Math.min(50, tellEveryMs)).unref()
    },
  })
  const stopHearing = bus.hearServers(others.hear)
  const stopMissing = bus.hearMissed((realmId) => {
    if (realmId !== undefined) return
    tellAll()
    bus.tellServers({ type: 'ask' })
  })
  const regular = setInterval(() => tellAll(), stateEveryMs).unref()
  const forgetting = setInterval(others.forgetSilent, Math.min(2_000, stateEveryMs)).unref()

  function move(realmId: string, wallet: string | null, by: 1 | -1) {
    if (wallet === null) {
      own.moveVisitors(realmId, by)
      all.moveVisitors(realmId, by)
    } else if (by === 1) {
      if (!own.add(realmId, wallet)) return
      if (!all.add(realmId, wallet)) return tellLater(realmId, wallet, true)
    } else {
      if (!own.drop(realmId, wallet)) return
      if (!all.drop(realmId, wallet)) return tellLater(realmId, wallet, false)
    }
    tellLater(realmId, wallet, by === 1)
    changed(realmId)
  }

  return {
    count: all.count,
    here: all.here,
    enter: (realmId, wallet) => move(realmId, wallet, 1),
    leave: (realmId, wallet) => move(realmId, wallet, -1),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearTimeout(telling)
      clearTimeout(stating)
      clearInterval(regular)
      clearInterval(forgetting)
      stopHearing()
      stopMissing()
      bus.tellServers({ type: 'bye' })
    },
  }
}
