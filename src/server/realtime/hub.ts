import { type ClientFrame, clientFrameSchema, closeCodes } from '../../shared/realtime.ts'
import type { Realms } from '../domain/realms/realms.ts'
import type { Logger } from '../log.ts'
import type { Bus } from './bus.ts'
import { type Connection, drop, newConnection, type Opened, send, takeFrame } from './connection.ts'
import { frameOf } from './frame.ts'
import { createLook } from './look.ts'
import type { PresenceDirectory } from './presence.ts'
import { createRoom, type Room } from './room.ts'
import type { SessionEnds } from './session-ends.ts'
import { createWatchers } from './watchers.ts'

/** Every open socket of this server, and the rooms that they are in. */
export interface Hub {
  /** Takes over a socket that was just opened. */
  accept(opened: Opened): void
  /** Closes every socket, so that its client looks for another server, and waits until they are gone. */
  close(): Promise<void>
}

/** In milliseconds. */
export interface HubTimes {
  /** Between two rounds in which rooms tell what they held back. */
  tick: number
  /** Between two looks at how many are in the realms that are watched, and at who is silent. */
  watch: number
  /** How long a client may say nothing. */
  silence: number
  /** How long a socket that was closed may take to go. */
  going: number
  /** After how long the wallet of a session is asked for anew, and how much later at most. */
  viewer: number
  viewerSpread: number
  /** Between two looks at the database, while other servers are heard and while they are not. */
  look: number
  lookUnheard: number
}

const usualTimes: HubTimes = {
  tick: 250,
  watch: 1_000,
  silence: 75_000,
  going: 5_000,
  viewer: 180_000,
  viewerSpread: 120_000,
  look: 10_000,
  lookUnheard: 2_000,
}

/** Realms that one connection can be in. */
const REALMS = 8

const PONG = frameOf({ type: 'pong' })

export function createHub({
  bus,
  presence,
  realms,
  sessionEnds,
  log,
  alone,
  times: given,
}: {
  bus: Bus
  presence: PresenceDirectory
  realms: Pick<Realms, 'changesAfter' | 'versions' | 'open' | 'mutes' | 'messages'>
  sessionEnds: Pick<SessionEnds, 'listen'>
  log: Logger
  /** No other server can be alive on this database, so nothing is missed that the bus does not bring. */
  alone: boolean
  /** For tests. */
  times?: Partial<HubTimes>
}): Hub {
  const times = { ...usualTimes, ...given }
  const connections = new Set<Connection>()
  const rooms = new Map<string, Room>()
  const holdingBack = new Set<Room>()
  const watchers = createWatchers(presence)
  const look = createLook({ rooms, bus, realms, log, alone, times })
  let closed = false

  const stopPresence = presence.onChange((realmId) => {
    rooms.get(realmId)?.presenceChanged()
    watchers.changed(realmId)
  })
  const stopSessionEnds = sessionEnds.listen((ids) => {
    const ended = new Set(ids)
    for (const connection of connections)
      if (connection.sessionId !== null && ended.has(connection.sessionId))
        drop(connection, closeCodes.signedOut, 'signed out')
  })
  const ticking = setInterval(() => {
    for (const room of holdingBack) if (!room.tick()) holdingBack.delete(room)
  }, times.tick).unref()
  const watching = setInterval(() => {
    watchers.tell()
    for (const connection of connections) lookAfter(connection)
  }, times.watch).unref()

  const nextAsk = () => performance.now() + times.viewer + Math.random() * times.viewerSpread

  function lookAfter(connection: Connection) {
    const now = performance.now()
    if (connection.closedAt !== 0) {
      if (now - connection.closedAt > times.going) connection.socket.terminate()
    } else if (now - connection.heardAt > times.silence) drop(connection, closeCodes.silent, 'silent')
    else if (now > connection.askViewerAt) {
      connection.askViewerAt = nextAsk()
      void askViewer(connection)
    }
  }

  async function askViewer(connection: Connection) {
    // A database that does not answer now does so the next time.
    const wallet = await connection.askViewer().catch(() => connection.wallet)
    const before = connection.wallet
    if (wallet === before || !connections.has(connection)) return
    connection.wallet = wallet
    for (const realm of connection.realms) rooms.get(realm)?.viewerChanged(connection, before)
  }

  function enter(connection: Connection, realm: string, after: number) {
    if (connection.realms.size >= REALMS && !connection.realms.has(realm))
      return drop(connection, 1008, 'too many realms')
    connection.realms.add(realm)
    roomOf(realm).enter(connection, after)
  }

  function roomOf(id: string): Room {
    const known = rooms.get(id)
    if (known) return known
    const room: Room = createRoom({ id, bus, presence, realms, log, holdsBack: () => holdingBack.add(room) })
    rooms.set(id, room)
    return room
  }

  function leave(connection: Connection, realm: string) {
    const room = rooms.get(realm)
    if (!connection.realms.delete(realm) || !room) return
    room.leave(connection)
    if (room.size() > 0) return
    rooms.delete(realm)
    holdingBack.delete(room)
    room.close()
  }

  function hear(connection: Connection, frame: ClientFrame) {
    switch (frame.type) {
      case 'enter':
        return enter(connection, frame.realm.toLowerCase(), frame.after)
      case 'leave':
        return leave(connection, frame.realm.toLowerCase())
      case 'typing': {
        const realm = frame.realm.toLowerCase()
        if (connection.realms.has(realm)) rooms.get(realm)?.typing(connection)
        return
      }
      case 'watch':
        return watchers.watch(
          connection,
          frame.realms.map((realm) => realm.toLowerCase()),
        )
      case 'ping':
        return send(connection, PONG)
    }
  }

  return {
    accept(opened) {
      const connection = newConnection(opened, nextAsk())
      const { socket } = connection
      socket.on('error', () => {})
      if (closed) {
        drop(connection, closeCodes.restarting, 'restarting')
        setTimeout(() => socket.terminate(), times.going / 5).unref()
        return
      }
      connections.add(connection)
      socket.on('message', (data, isBinary) => {
        if (connection.closedAt !== 0) return
        if (!takeFrame(connection)) return drop(connection, 1008, 'too many frames')
        const frame = isBinary ? undefined : readFrame(String(data))
        if (frame) hear(connection, frame)
        else drop(connection, 1008, 'not a frame')
      })
      socket.on('close', () => {
        connections.delete(connection)
        watchers.forget(connection)
        for (const realm of connection.realms) leave(connection, realm)
      })
    },

    async close() {
      closed = true
      clearInterval(ticking)
      clearInterval(watching)
      look.close()
      stopPresence()
      stopSessionEnds()
      for (const room of rooms.values()) room.close()
      const gone = [...connections].map(
        ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
      )
      for (const connection of connections) drop(connection, closeCodes.restarting, 'restarting')
      const late = setTimeout(() => {
        for (const { socket } of connections) socket.terminate()
      }, times.going / 5)
      await Promise.all(gone)
      clearTimeout(late)
    },
  }
}

function readFrame(text: string): ClientFrame | undefined {
  try {
    return clientFrameSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
