import { limits } from '../../../../shared/common/limits.ts'
import { type ClientFrame, type ServerFrame, serverFrameSchema } from '../../../../shared/realms/realtime.ts'
import type { Reconnecting } from '../../../lib/http/reconnecting.ts'
import { Socket, type SocketParts } from '../../../lib/http/socket.ts'
import type { Connection } from './realm-room.ts'

/** How long the connection stays open after its last use, in milliseconds, so that it survives a change of screens. */
export const LINGER_MS = 5_000

/** How many realms the server allows one connection to watch. */
const WATCHED = 4 * limits.listPageMax

/** A message of the server about one realm. */
export type RealmFrame = Extract<ServerFrame, { realm: string }>

/** A subscriber of a realm. */
export interface RealmListener {
  /**
   * The version up to which the subscriber knows everything; undefined if it knows nothing, so that the realm can't be
   * entered yet.
   */
  version: () => number | undefined
  receive: (frame: RealmFrame) => void
}

export type RealmConnection = ReturnType<typeof createRealmConnection>

/**
 * The page's only connection for live data of realms. It opens on first use, and closes a while after its last use.
 * Whenever it opens, it sends all subscriptions and watched realms again.
 */
export function createRealmConnection(parts: {
  open: SocketParts['open']
  explain?: () => Promise<string | undefined>
  time: Reconnecting
  network: SocketParts['network']
}) {
  const { time } = parts
  const received = new Map<string, Set<RealmListener>>()
  const watchers = new Set<{ realms: readonly string[]; receive: (counts: Record<string, number>) => void }>()
  const listeners = new Set<() => void>()
  let socket: Socket | undefined
  let connection: Connection = { state: 'connecting' }
  let viewer: string | null | undefined
  let cancelClosing = () => {}

  function need(): void {
    cancelClosing()
    socket ??= new Socket({
      ...parts,
      ping: JSON.stringify({ type: 'ping' } satisfies ClientFrame),
      onLive,
      onText,
      onState,
    })
  }

  function needLess(): void {
    if (received.size > 0 || watchers.size > 0) return
    cancelClosing()
    cancelClosing = time.after(LINGER_MS, () => {
      socket?.close()
      socket = undefined
      onState({ state: 'connecting' })
    })
  }

  function onState(next: Connection): void {
    connection = next
    for (const listener of listeners) listener()
  }

  function onLive(): void {
    for (const realm of received.keys()) sayEnter(realm)
    if (watchers.size > 0) sayWatch()
  }

  function onText(text: string): void {
    // Unknown messages are ignored, so that the page works with a newer server.
    const parsed = serverFrameSchema.safeParse(readJson(text))
    if (!parsed.success) return
    const frame = parsed.data
    if (frame.type === 'here') for (const watcher of [...watchers]) watcher.receive(frame.counts)
    else if (frame.type !== 'pong')
      for (const realmListener of [...(received.get(frame.realm) ?? [])]) realmListener.receive(frame)
  }

  const say = (frame: ClientFrame) => socket?.send(JSON.stringify(frame))

  function sayEnter(realm: string): void {
    const versions = [...(received.get(realm) ?? [])].flatMap(
      (realmListener) => realmListener.version() ?? [],
    )
    if (versions.length > 0) say({ type: 'enter', realm, after: Math.min(...versions) })
  }

  function sayWatch(): void {
    const realms = new Set([...watchers].flatMap((watcher) => watcher.realms))
    say({ type: 'watch', realms: [...realms].slice(0, WATCHED) })
  }

  return {
    connection: () => connection,

    /**
     * Calls the listener whenever the state of the connection changes. @returns a function that removes the listener
     */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Reconnects at once instead of waiting. */
    reconnect: () => socket?.reconnect(),

    /**
     * Subscribes to a realm.
     * @returns `again` requests what is missing, or everything as soon as the subscriber has a version; `leave` ends
     *   the subscription
     */
    enter(realmId: string, realmListener: RealmListener): { again: () => void; leave: () => void } {
      const realm = asSent(realmId)
      const all = received.get(realm) ?? new Set()
      received.set(realm, all.add(realmListener))
      need()
      sayEnter(realm)
      return {
        again: () => sayEnter(realm),
        leave: () => {
          all.delete(realmListener)
          if (all.size > 0) return
          received.delete(realm)
          say({ type: 'leave', realm })
          needLess()
        },
      }
    },

    /** Subscribes to the head counts of realms. @returns a function that ends the subscription */
    watch(realms: readonly string[], receive: (counts: Record<string, number>) => void): () => void {
      const watcher = { realms: realms.map(asSent), receive }
      watchers.add(watcher)
      need()
      sayWatch()
      return () => {
        watchers.delete(watcher)
        sayWatch()
        needLess()
      }
    },

    typing: (realmId: string) => say({ type: 'typing', realm: asSent(realmId) }),

    /**
     * Sets the viewer of this browser's session; undefined while it is not known. The server reads the session when a
     * connection opens, so a change reconnects. After a sign-out it waits, because the server learns of it a moment
     * later than the page.
     */
    setViewer(next: string | null | undefined): void {
      if (next === undefined || next === viewer) return
      const before = viewer
      viewer = next
      if (before !== undefined) socket?.reopen(next === null ? 'soon' : 'now')
    },
  }
}

/** An address may have an id in upper case; the server uses lower case. */
const asSent = (realmId: string) => realmId.toLowerCase()

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
