import type { Presence } from '../../../shared/realms/realtime.ts'
import type { Bus } from '../bus/bus.ts'
import { OtherServers } from './other-servers.ts'
import { People } from './people.ts'

const SEND_EVERY_MS = 250

/** The interval at which the whole presence is sent to the other servers, in milliseconds. */
const STATE_EVERY_MS = 15_000

interface PresenceOptions {
  bus: Pick<Bus, 'sendToServers' | 'onServerEvent' | 'onMissed' | 'healthy'>
  /** Monotonic time in milliseconds; it and the intervals, also in milliseconds, are options for tests. */
  now?: () => number
  sendEveryMs?: number
  stateEveryMs?: number
}

/** Who is in which realm, on all servers. */
export class PresenceDirectory {
  readonly #bus: PresenceOptions['bus']
  readonly #sendEveryMs: number
  readonly #own = new People()
  /** The people of all servers; a wallet is counted once for each server that it is connected to. */
  readonly #all = new People()
  readonly #listeners = new Set<(realmId: string) => void>()
  /** By realm: the wallets whose presence has to be sent, and whether they are present. */
  readonly #unsent = new Map<string, Map<string, boolean>>()
  readonly #others: OtherServers
  readonly #stop: () => void
  #sending: NodeJS.Timeout | undefined
  #stating: NodeJS.Timeout | undefined
  #number = 0

  constructor(options: PresenceOptions) {
    const { bus, now = () => performance.now(), stateEveryMs = STATE_EVERY_MS } = options
    this.#bus = bus
    this.#sendEveryMs = options.sendEveryMs ?? SEND_EVERY_MS
    const others = new OtherServers({
      all: this.#all,
      changed: (realmId) => this.#changed(realmId),
      now,
      ask: (server) => bus.sendToServers({ type: 'ask', server }),
      // Requests that several servers send at the same time get one response.
      asked: () => {
        this.#stating ??= setTimeout(() => this.#sendAll(), Math.min(50, this.#sendEveryMs)).unref()
      },
    })
    this.#others = others
    const stopReceiving = bus.onServerEvent((server, event) => others.receive(server, event))
    const stopMissing = bus.onMissed((realmId) => {
      if (realmId !== undefined) return
      this.#sendAll()
      bus.sendToServers({ type: 'ask' })
    })
    const regular = setInterval(() => this.#sendAll(), stateEveryMs).unref()
    const forgetting = setInterval(() => others.forgetSilent(), Math.min(2_000, stateEveryMs)).unref()
    this.#stop = () => {
      clearInterval(regular)
      clearInterval(forgetting)
      stopReceiving()
      stopMissing()
    }
  }

  /** How many servers are heard, this one included. */
  get servers(): number {
    return this.#others.size + 1
  }

  /** The number of wallets in a realm, each counted once, plus the connections without a wallet. */
  count(realmId: string): number {
    return this.#all.count(realmId)
  }

  here(realmId: string): Presence {
    return this.#all.here(realmId)
  }

  /** The realms with somebody in them, those with most people first, and the number of people in each. */
  fullest(): { realmId: string; here: number }[] {
    return Array.from(this.#all.realms(), (realmId) => ({ realmId, here: this.#all.count(realmId) })).sort(
      (one, other) => other.here - one.here,
    )
  }

  /** Counts a connection of this server; `leave` must be called with the same wallet, null for a visitor. */
  enter(realmId: string, wallet: string | null): void {
    this.#move(realmId, wallet, 1)
  }

  leave(realmId: string, wallet: string | null): void {
    this.#move(realmId, wallet, -1)
  }

  onChange(changed: (realmId: string) => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  /** Notifies the other servers that nobody is connected to this one any more. */
  close(): void {
    clearTimeout(this.#sending)
    clearTimeout(this.#stating)
    this.#stop()
    this.#bus.sendToServers({ type: 'bye' })
  }

  #changed(realmId: string) {
    for (const listener of this.#listeners) listener(realmId)
  }

  #move(realmId: string, wallet: string | null, by: 1 | -1) {
    if (wallet === null) {
      this.#own.moveVisitors(realmId, by)
      this.#all.moveVisitors(realmId, by)
    } else if (by === 1) {
      if (!this.#own.add(realmId, wallet)) return
      if (!this.#all.add(realmId, wallet)) return this.#sendLater(realmId, wallet, true)
    } else {
      if (!this.#own.drop(realmId, wallet)) return
      if (!this.#all.drop(realmId, wallet)) return this.#sendLater(realmId, wallet, false)
    }
    this.#sendLater(realmId, wallet, by === 1)
    this.#changed(realmId)
  }

  /** While the bus is not healthy, the change reaches the other servers with the next whole presence. */
  #sendLater(realmId: string, wallet: string | null, here: boolean): void {
    if (!this.#bus.healthy()) return
    const moved = this.#unsent.get(realmId) ?? new Map<string, boolean>()
    if (wallet !== null) moved.set(wallet, here)
    this.#unsent.set(realmId, moved)
    this.#sending ??= setTimeout(() => this.#sendMoves(), this.#sendEveryMs).unref()
  }

  #sendMoves(): void {
    this.#sending = undefined
    const realms = [...this.#unsent].map(([realm, moved]) => {
      const of = (here: boolean) => [...moved].filter(([, is]) => is === here).map(([wallet]) => wallet)
      return { realm, came: of(true), went: of(false), visitors: this.#own.visitors(realm) }
    })
    this.#unsent.clear()
    this.#number += 1
    this.#bus.sendToServers({ type: 'moved', number: this.#number, realms })
  }

  #sendAll(): void {
    clearTimeout(this.#sending)
    this.#sending = undefined
    clearTimeout(this.#stating)
    this.#stating = undefined
    this.#unsent.clear()
    if (!this.#bus.healthy()) return
    this.#number += 1
    const realms = [...this.#own.realms()].map((realm) => ({
      realm,
      people: [...this.#own.wallets(realm)],
      visitors: this.#own.visitors(realm),
    }))
    this.#bus.sendToServers({ type: 'all', number: this.#number, realms })
  }
}
