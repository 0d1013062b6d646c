import type { Logger } from '../../base/log.ts'
import { RecentMap } from '../../base/recent-map.ts'
import type { Db } from '../../db/connect/connect.ts'
import { storeCheck, storeListing } from '../../db/mcp/mcp-tools.ts'
import { createSemaphore } from '../semaphore.ts'
import type { KnownServer, KnownServers } from './known-servers.ts'
import { McpFault } from './mcp-fault.ts'
import { pinTools } from './raw-tools.ts'

/** In milliseconds: so long a listing counts as it is, and so long it counts while a newer one is fetched. */
const FRESH_MS = 60_000
const KEPT_MS = 10 * 60_000
/** A server that failed is asked again after this time. */
const FAILED_MS = 30_000
/** So long a reply waits for servers that were not listed yet. */
const PATIENCE_MS = 2_000
const LISTING_MS = 15_000
const KEPT = 1_000

/** Listings at once: each holds up to some megabytes. */
const PLACES = { inside: 8, waiting: 64 }

/** What a server lists for a person: the pin of each tool by its name, or why there is nothing. */
export type Live = { pins: ReadonlyMap<string, string> } | { fault: McpFault }

interface Kept {
  at: number
  live: Live | null
  /** The listing that is under way. */
  next: Promise<Live> | null
}

interface ListingsOptions {
  db: Db
  clock: () => Date
  log: Logger
  known: KnownServers
}

/** What servers list now, kept for a short time for each server and person. */
export class Listings {
  readonly #options: ListingsOptions
  readonly #kept = new RecentMap<string, Kept>(KEPT)
  readonly #pass = createSemaphore(PLACES, 'listings of tools')

  constructor(options: ListingsOptions) {
    this.#options = options
  }

  /** What is known, which is fetched anew behind it; what was never fetched is waited for shortly. Null for nothing. */
  async live(server: KnownServer, person: string | null): Promise<Live | null> {
    const kept = this.#keptOf(server, person)
    // A clock that was set back makes nothing younger.
    const age = Math.abs(this.#now() - kept.at)
    const isFault = kept.live !== null && 'fault' in kept.live
    if (kept.live && age < (isFault ? FAILED_MS : FRESH_MS)) return kept.live
    const next = this.#begin(server, person, kept)
    if (kept.live && (isFault || age < KEPT_MS)) return kept.live
    return Promise.race([
      next,
      new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref()),
    ])
  }

  /** Lists again, and stores what that gave. What is under way may ask with a token that was replaced meanwhile. */
  async refresh(server: KnownServer, person: string | null): Promise<Live> {
    const kept = this.#keptOf(server, person)
    await kept.next
    return this.#begin(server, person, kept)
  }

  #keptOf({ id }: KnownServer, person: string | null): Kept {
    const key = `${id} ${person ?? ''}`
    const kept = this.#kept.get(key) ?? { at: 0, live: null, next: null }
    // The one that was used last stands last.
    this.#kept.set(key, kept)
    return kept
  }

  #begin(server: KnownServer, person: string | null, kept: Kept): Promise<Live> {
    kept.next ??= this.#list(server, person).then((live) => {
      Object.assign(kept, { at: this.#now(), live, next: null })
      return live
    })
    return kept.next
  }

  async #list(server: KnownServer, person: string | null): Promise<Live> {
    const { known, log } = this.#options
    const signal = AbortSignal.timeout(LISTING_MS)
    const stores = person === server.owner || server.owner === null
    try {
      const listed = await this.#pass(() =>
        known.ask(server, person, signal, (connection) => connection.list(signal)),
      )
      const { pinned, left } = pinTools(listed.tools)
      if (stores) await this.#store(server, pinned, sentenceOf(left, listed.isCut))
      return { pins: new Map(pinned.map(({ name, pin }) => [name, pin])) }
    } catch (error) {
      const fault = faultOf(error)
      log.debug({ err: error, host: server.host }, 'the tools of a server can not be listed')
      if (stores) await this.#storeFault(server, fault).catch(() => {})
      return { fault }
    }
  }

  async #store(server: KnownServer, tools: ReturnType<typeof pinTools>['pinned'], problem: string | null) {
    const { db, clock } = this.#options
    const at = clock()
    await storeListing(db, { server: server.id, tools, at, trustsFirst: server.owner === null })
    await storeCheck(db, { server: server.id, health: 'well', problem, checkedAt: at })
  }

  async #storeFault(server: KnownServer, fault: McpFault): Promise<void> {
    // That one person is not signed in at a server of the place says nothing of the server.
    if (server.owner === null && fault.kind === 'sign-in') return
    const health = fault.kind === 'sign-in' ? 'sign-in' : 'failed'
    const { db, clock } = this.#options
    await storeCheck(db, { server: server.id, health, problem: fault.message, checkedAt: clock() })
  }

  #now(): number {
    return this.#options.clock().getTime()
  }
}

function faultOf(error: unknown): McpFault {
  if (error instanceof McpFault) return error
  return (error as Error).name === 'TimeoutError'
    ? new McpFault('too-slow', 'It did not answer in time.')
    : new McpFault('broken', 'Its tools can’t be listed right now.')
}

function sentenceOf(left: number, isCut: boolean): string | null {
  if (isCut) return 'It has more tools than can be listed; the first ones are.'
  if (left === 0) return null
  return left === 1
    ? 'One of its tools can’t be used: its name or its parameters are not valid.'
    : `${left} of its tools can’t be used: their names or their parameters are not valid.`
}
