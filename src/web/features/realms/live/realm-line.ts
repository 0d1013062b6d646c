import { limits } from '../../../../shared/common/limits.ts'
import { type ClientFrame, type ServerFrame, serverFrameSchema } from '../../../../shared/realms/realtime.ts'
import type { Reconnecting } from '../../../lib/http/reconnecting.ts'
import { createSocket, type Socket, type SocketParts } from '../../../lib/http/socket.ts'
import type { Connection } from './realm-room.ts'

/** How long the connection stays after the last one that needed it, in milliseconds: long enough to go from screen to screen. */
export const LINGER_MS = 5_000

/** How many realms the server lets one connection watch. */
const WATCHED = 4 * limits.listPageMax

/** What the server says of one realm. */
export type RealmFrame = Extract<ServerFrame, { realm: string }>

/** Whoever hears a realm. */
export interface RealmEars {
  /** The version up to which everything is known; undefined where nothing is, so that it can't be entered yet. */
  version: () => number | undefined
  hear: (frame: RealmFrame) => void
}

export type RealmLine = ReturnType<typeof createRealmLine>

/**
 * The page's one connection for everything that is live in realms: opened when it is first needed, and let go of a while
 * after nobody needs it. Whenever it opens it says anew which realms are heard and which are watched.
 */
export function createRealmLine(parts: {
  open: SocketParts['open']
  explain?: () => Promise<string | undefined>
  time: Reconnecting
  network: SocketParts['network']
}) {
  const { time } = parts
  const heard = new Map<string, Set<RealmEars>>()
  const watchers = new Set<{ realms: readonly string[]; hear: (counts: Record<string, number>) => void }>()
  const listeners = new Set<() => void>()
  let socket: Socket | undefined
  let connection: Connection = { state: 'connecting' }
  let viewer: string | null | undefined
  let cancelClosing = () => {}

  function need(): void {
    cancelClosing()
    socket ??= createSocket({
      ...parts,
      ping: JSON.stringify({ type: 'ping' } satisfies ClientFrame),
      onLive,
      onText,
      onState,
    })
  }

  function needLess(): void {
    if (heard.size > 0 || watchers.size > 0) return
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
    for (const realm of heard.keys()) sayEnter(realm)
    if (watchers.size > 0) sayWatch()
  }

  function onText(text: string): void {
    // What this page does not know is passed over, so that it survives a newer server.
    const parsed = serverFrameSchema.safeParse(readJson(text))
    if (!parsed.success) return
    const frame = parsed.data
    if (frame.type === 'here') for (const watcher of [...watchers]) watcher.hear(frame.counts)
    else if (frame.type !== 'pong') for (const ears of [...(heard.get(frame.realm) ?? [])]) ears.hear(frame)
  }

  const say = (frame: ClientFrame) => socket?.send(JSON.stringify(frame))

  function sayEnter(realm: string): void {
    const versions = [...(heard.get(realm) ?? [])].flatMap((ears) => ears.version() ?? [])
    if (versions.length > 0) say({ type: 'enter', realm, after: Math.min(...versions) })
  }

  function sayWatch(): void {
    const realms = new Set([...watchers].flatMap((watcher) => watcher.realms))
    say({ type: 'watch', realms: [...realms].slice(0, WATCHED) })
  }

  return {
    connection: () => connection,

    /** Tells whenever the connection is in another state. @returns what takes the listener away */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Tries to connect at once instead of waiting. */
    reconnect: () => socket?.reconnect(),

    /**
     * Hears a realm from now on.
     * @returns `again` asks for what is missing, or for everything once it is known how far the log goes; `leave` ends it
     */
    enter(realmId: string, ears: RealmEars): { again: () => void; leave: () => void } {
      const realm = asTold(realmId)
      const all = heard.get(realm) ?? new Set()
      heard.set(realm, all.add(ears))
      need()
      sayEnter(realm)
      return {
        again: () => sayEnter(realm),
        leave: () => {
          all.delete(ears)
          if (all.size > 0) return
          heard.delete(realm)
          say({ type: 'leave', realm })
          needLess()
        },
      }
    },

    /** Hears how many are in some realms. @returns what ends it */
    watch(realms: readonly string[], hear: (counts: Record<string, number>) => void): () => void {
      const watcher = { realms: realms.map(asTold), hear }
      watchers.add(watcher)
      need()
      sayWatch()
      return () => {
        watchers.delete(watcher)
        sayWatch()
        needLess()
      }
    },

    typing: (realmId: string) => say({ type: 'typing', realm: asTold(realmId) }),

    /**
     * Says whose session this browser has; undefined while that is not known. The server reads it when a connection opens,
     * so that it opens anew for another one. Of a sign-out the server hears a moment later than the page.
     */
    setViewer(next: string | null | undefined): void {
      if (next === undefined || next === viewer) return
      const before = viewer
      viewer = next
      if (before !== undefined) socket?.reopen(next === null ? 'soon' : 'now')
    },
  }
}

/** An address may have an id in capitals; the server tells of it in small letters. */
const asTold = (realmId: string) => realmId.toLowerCase()

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
