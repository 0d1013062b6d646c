import type { ServerEvent } from '../bus/bus-events.ts'
import type { People } from './people.ts'

/** A server that is silent for longer counts as gone; each sends its whole presence every fifteen seconds. */
const FORGET_MS = 40_000

/** Minimum time between two requests for the presence of the same server, in milliseconds. */
const ASK_AGAIN_MS = 1_000

interface Other {
  receivedAt: number
  askedAt: number
  /** The number of the server's last presence event; a gap means that one was lost. */
  number: number
  realms: Map<string, { people: Set<string>; visitors: number }>
}

interface OtherServersOptions {
  all: People
  changed: (realmId: string) => void
  now: () => number
  ask: (server: string) => void
  asked: () => void
}

export class OtherServers {
  readonly #options: OtherServersOptions
  readonly #servers = new Map<string, Other>()

  constructor(options: OtherServersOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#servers.size
  }

  receive(server: string, event: ServerEvent) {
    const { now, ask, asked } = this.#options
    if (event.type === 'bye') return this.#forget(server)
    if (event.type === 'ask') return asked()
    if (event.type !== 'all' && event.type !== 'moved') return
    const other = this.#known(server)
    other.receivedAt = now()
    if (event.type === 'all') this.#replace(other, event.realms)
    else {
      for (const { realm, ...moved } of event.realms) this.#move(other, realm, moved)
      if (event.number !== other.number + 1 && now() - other.askedAt >= ASK_AGAIN_MS) {
        other.askedAt = now()
        ask(server)
      }
    }
    other.number = event.number
  }

  /** Forgets the servers that have been silent for too long; must be called every few seconds. */
  forgetSilent(): void {
    for (const [server, { receivedAt }] of this.#servers)
      if (this.#options.now() - receivedAt >= FORGET_MS) this.#forget(server)
  }

  #known(server: string): Other {
    const other = this.#servers.get(server)
    if (other) return other
    const askedAt = Number.NEGATIVE_INFINITY
    const made = { receivedAt: this.#options.now(), askedAt, number: 0, realms: new Map() }
    this.#servers.set(server, made)
    return made
  }

  #move(
    other: Other,
    realmId: string,
    { came, went, visitors }: { came: Iterable<string>; went: Iterable<string>; visitors: number },
  ): void {
    const { all, changed } = this.#options
    const here = other.realms.get(realmId) ?? { people: new Set<string>(), visitors: 0 }
    other.realms.set(realmId, here)
    let isNew = visitors !== here.visitors
    all.moveVisitors(realmId, visitors - here.visitors)
    here.visitors = visitors
    for (const wallet of came) {
      if (here.people.has(wallet)) continue
      here.people.add(wallet)
      if (all.add(realmId, wallet)) isNew = true
    }
    for (const wallet of went) if (here.people.delete(wallet) && all.drop(realmId, wallet)) isNew = true
    if (here.people.size === 0 && here.visitors === 0) other.realms.delete(realmId)
    if (isNew) changed(realmId)
  }

  #replace(other: Other, realms: Extract<ServerEvent, { type: 'all' }>['realms']): void {
    const named = new Set(realms.map(({ realm }) => realm))
    for (const [realm, { people }] of other.realms)
      if (!named.has(realm)) this.#move(other, realm, { came: [], went: people, visitors: 0 })
    for (const { realm, people, visitors } of realms) {
      const here = new Set(people)
      const before = [...(other.realms.get(realm)?.people ?? [])]
      this.#move(other, realm, { came: people, went: before.filter((wallet) => !here.has(wallet)), visitors })
    }
  }

  #forget(server: string) {
    const other = this.#servers.get(server)
    if (!other) return
    this.#replace(other, [])
    this.#servers.delete(server)
  }
}
