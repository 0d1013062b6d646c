import { limits } from '../../../../shared/common/limits.ts'
import { type ClientFrame, type ServerFrame, serverFrameSchema } from '../../../../shared/realms/realtime.ts'
import type { Reconnecting } from '../../../lib/http/reconnecting.ts'
import { Socket, type SocketParts } from '../../../lib/http/socket.ts'
import { parseJson } from '../../../lib/parse-json.ts'
import type { Connection } from './realm-room.ts'

/** How long the connection stays open after its last use, in milliseconds, so that it survives a change of screens. */
export const LINGER_MS = 5_000

/** How many realms the server allows one connection to watch. */
const WATCHED = 4 * limits.listPageMax

export type RealmFrame = Extract<ServerFrame, { realm: string }>

export interface RealmListener {
  /**
   * The subscriber knows everything up to it; undefined if it knows nothing, so that the realm can't be entered yet.
   */
  version: () => number | undefined
  receive: (frame: RealmFrame) => void
}

interface RealmConnectionParts {
  open: SocketParts['open']
  explain?: () => Promise<string | undefined>
  time: Reconnecting
  network: SocketParts['network']
}

interface Watcher {
  realms: readonly string[]
  receive: (counts: Record<string, number>) => void
}

/**
 * The page's only connection for live data of realms. It opens on first use, and closes a while after its last use.
 * Whenever it opens, it sends all subscriptions and watched realms again.
 */
export class RealmConnection {
  readonly #parts: RealmConnectionParts
  readonly #received = new Map<string, Set<RealmListener>>()
  readonly #watchers = new Set<Watcher>()
  readonly #listeners = new Set<() => void>()
  readonly #blocksListeners = new Set<() => void>()
  #socket: Socket | undefined
  #connection: Connection = { state: 'connecting' }
  #viewer: string | null | undefined
  #cancelClosing = () => {}

  constructor(parts: RealmConnectionParts) {
    this.#parts = parts
  }

  connection(): Connection {
    return this.#connection
  }

  /** @returns a function that removes the listener */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Called when whom the viewer blocks was changed elsewhere. @returns a function that removes the listener */
  onBlocks(listener: () => void): () => void {
    this.#blocksListeners.add(listener)
    return () => this.#blocksListeners.delete(listener)
  }

  reconnect(): void {
    this.#socket?.reconnect()
  }

  /** @returns `again` requests what is missing, or everything as soon as the subscriber has a version */
  enter(realmId: string, realmListener: RealmListener): { again: () => void; leave: () => void } {
    const realm = asSent(realmId)
    const all = this.#received.get(realm) ?? new Set()
    this.#received.set(realm, all.add(realmListener))
    this.#need()
    this.#sayEnter(realm)
    return {
      again: () => this.#sayEnter(realm),
      leave: () => {
        all.delete(realmListener)
        if (all.size > 0) return
        this.#received.delete(realm)
        this.#say({ type: 'leave', realm })
        this.#needLess()
      },
    }
  }

  /** @returns a function that ends the subscription */
  watch(realms: readonly string[], receive: (counts: Record<string, number>) => void): () => void {
    const watcher = { realms: realms.map(asSent), receive }
    this.#watchers.add(watcher)
    this.#need()
    this.#sayWatch()
    return () => {
      this.#watchers.delete(watcher)
      this.#sayWatch()
      this.#needLess()
    }
  }

  typing(realmId: string): void {
    this.#say({ type: 'typing', realm: asSent(realmId) })
  }

  /**
   * Undefined while it is not known. The server reads the session when a connection opens, so a change reconnects.
   * After a sign-out it waits, because the server learns of it a moment later than the page.
   */
  setViewer(next: string | null | undefined): void {
    if (next === undefined || next === this.#viewer) return
    const before = this.#viewer
    this.#viewer = next
    if (before !== undefined) this.#socket?.reopen(next === null ? 'soon' : 'now')
  }

  #need(): void {
    this.#cancelClosing()
    this.#socket ??= new Socket({
      ...this.#parts,
      ping: JSON.stringify({ type: 'ping' } satisfies ClientFrame),
      onLive: () => this.#onLive(),
      onText: (text) => this.#onText(text),
      onState: (next) => this.#onState(next),
    })
  }

  #needLess(): void {
    if (this.#received.size > 0 || this.#watchers.size > 0) return
    this.#cancelClosing()
    this.#cancelClosing = this.#parts.time.after(LINGER_MS, () => {
      this.#socket?.close()
      this.#socket = undefined
      this.#onState({ state: 'connecting' })
    })
  }

  #onState(next: Connection): void {
    this.#connection = next
    for (const listener of this.#listeners) listener()
  }

  #onLive(): void {
    for (const realm of this.#received.keys()) this.#sayEnter(realm)
    if (this.#watchers.size > 0) this.#sayWatch()
  }

  #onText(text: string): void {
    // Unknown messages are ignored, so that the page works with a newer server.
    const parsed = serverFrameSchema.safeParse(parseJson(text))
    if (!parsed.success) return
    const frame = parsed.data
    if (frame.type === 'here') for (const watcher of [...this.#watchers]) watcher.receive(frame.counts)
    else if (frame.type === 'blocks') for (const listener of [...this.#blocksListeners]) listener()
    else if (frame.type !== 'pong')
      for (const realmListener of [...(this.#received.get(frame.realm) ?? [])]) realmListener.receive(frame)
  }

  #say(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame))
  }

  #sayEnter(realm: string): void {
    const versions = [...(this.#received.get(realm) ?? [])].flatMap(
      (realmListener) => realmListener.version() ?? [],
    )
    if (versions.length > 0) this.#say({ type: 'enter', realm, after: Math.min(...versions) })
  }

  #sayWatch(): void {
    const realms = new Set([...this.#watchers].flatMap((watcher) => watcher.realms))
    this.#say({ type: 'watch', realms: [...realms].slice(0, WATCHED) })
  }
}

/** An address may have an id in upper case; the server uses lower case. */
const asSent = (realmId: string) => realmId.toLowerCase()
