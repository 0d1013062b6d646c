import { type ClientFrame, clientFrameSchema, closeCodes } from '../../shared/realms/realtime.ts'
import type { Logger } from '../base/log.ts'
import { Failure } from '../domain/failure.ts'
import type { FairQueue } from '../domain/fair-queue.ts'
import type { Realms } from '../domain/realms/realms.ts'
import type { Bus } from './bus/bus.ts'
import type { SessionEnds } from './bus/session-ends.ts'
import type { PresenceDirectory } from './presence.ts'
import type { RealmDirectory } from './rooms/realm-directory.ts'
import { createReconciler } from './rooms/reconcile.ts'
import { createRoom, type Room } from './rooms/room.ts'
import {
  type Connection,
  costOf,
  drop,
  newConnection,
  type Opened,
  receivedTooMuch,
  send,
  spend,
  takePong,
} from './sockets/connection.ts'
import { frameOf } from './sockets/frame.ts'
import type { SocketQuotas } from './sockets/socket-quotas.ts'
import { createWatchers } from './watchers.ts'

/** Manages all open sockets of this server and the rooms that they are in. */
export interface Hub {
  /** Takes ownership of a newly opened socket. */
  accept(opened: Opened): void
  /** Closes every socket, so that its client connects to another server, and waits until all are closed. */
  close(): Promise<void>
}

/** Intervals and timeouts in milliseconds. */
export interface HubTimes {
  /** The interval at which rooms send what they delayed. */
  tick: number
  /** The interval of updates to watched realms and of checks for silent clients. */
  watch: number
  /** How long a client may send nothing. */
  silence: number
  /** How long a socket may take to close after the server closed it; `goingSlowly` is for slow readers. */
  going: number
  goingSlowly: number
  /** The interval after which the wallet of a session is read again, and the maximum random addition to it. */
  viewer: number
  viewerSpread: number
  /** The interval of database queries for missed changes, while the bus is healthy and while it is not. */
  look: number
  reconcileWithoutBus: number
}

const usualTimes: HubTimes = {
  tick: 250,
  watch: 1_000,
  silence: 75_000,
  going: 5_000,
  goingSlowly: 20_000,
  viewer: 180_000,
  viewerSpread: 120_000,
  look: 10_000,
  reconcileWithoutBus: 2_000,
}

const PONG = frameOf({ type: 'pong' })

export function createHub({
  bus,
  presence,
  realms,
  sessionEnds,
  directory,
  quotas,
  queue,
  log,
  alone,
  times: given,
}: {
  bus: Bus
  presence: PresenceDirectory
  directory: RealmDirectory
  quotas: SocketQuotas
  /** Schedules the database queries of connections fairly. */
  queue: Pick<FairQueue, 'run'>
  realms: Pick<Realms, 'changesAfter' | 'versions' | 'open' | 'mutes' | 'messages'>
  sessionEnds: Pick<SessionEnds, 'listen'>
  log: Logger
  /** Whether no other server can be using this database; then the bus delivers every change. */
  alone: boolean
  /** For tests. */
  times?: Partial<HubTimes>
}): Hub {
  const times = { ...usualTimes, ...given }
  const connections = new Set<Connection>()
  const rooms = new Map<string, Room>()
  const holdingBack = new Set<Room>()
  const watchers = createWatchers(presence)
  const look = createReconciler({ rooms, bus, realms, log, alone, times })
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
    watchers.notify()
    for (const connection of connections) lookAfter(connection)
  }, times.watch).unref()

  const nextAsk = () => performance.now() + times.viewer + Math.random() * times.viewerSpread

  function lookAfter(connection: Connection) {
    const now = performance.now()
    if (connection.closedAt !== 0) {
      // A closed connection no longer counts as present, however long its last frames take.
      leaveAll(connection)
      const patience = connection.tooSlow ? times.goingSlowly : times.going
      if (now - connection.closedAt > patience) connection.socket.terminate()
    } else if (receivedTooMuch(connection, times.watch)) {
      expel(connection, 'too many bytes')
      silence(connection)
    } else if (now - connection.receivedAt > times.silence)
      drop(connection, closeCodes.silent, 'The connection was silent for too long.')
    else if (now > connection.askViewerAt) {
      connection.askViewerAt = nextAsk()
      void askViewer(connection)
    }
  }

  async function askViewer(connection: Connection) {
    // If the database does not answer, the check is repeated later.
    const wallet = await connection.askViewer().catch(() => connection.wallet)
    const before = connection.wallet
    if (wallet === before || !connections.has(connection)) return
    connection.wallet = wallet
    quotas.walletChanged(connection, before)
    for (const realm of connection.realms) rooms.get(realm)?.viewerChanged(connection, before)
  }

  function enter(connection: Connection, realm: string, after: number) {
    const message = quotas.enter(connection, realm)
    if (message !== undefined)
      return send(connection, frameOf({ type: 'refused', realm, code: 'too_many_realms', message }))
    connection.realms.add(realm)
    roomOf(realm, connection).enter(connection, after)
  }

  /**
   * @param connection the connection that opens the room if it is not open yet; the queries for that are queued on its
   * behalf
   */
  function roomOf(id: string, connection: Connection): Room {
    const known = rooms.get(id)
    if (known) return known
    const room: Room = createRoom({
      id,
      bus,
      presence,
      realms,
      directory,
      inTurn: (work) =>
        queue.run({ group: connection.address, member: connection.wallet ?? '' }, () => {
          if (rooms.get(id) !== room) throw new Failure('not_found', 'Everyone has left the room.')
          return work()
        }),
      log,
      holdsBack: () => holdingBack.add(room),
    })
    rooms.set(id, room)
    return room
  }

  function leave(connection: Connection, realm: string) {
    const room = rooms.get(realm)
    if (!connection.realms.delete(realm)) return
    quotas.leave(connection)
    if (!room) return
    room.leave(connection)
    if (room.size() > 0) return
    rooms.delete(realm)
    holdingBack.delete(room)
    room.close()
  }

  function leaveAll(connection: Connection) {
    watchers.forget(connection)
    for (const realm of connection.realms) leave(connection, realm)
  }

  /** Closes the socket of a client that violates the protocol. */
  function expel(connection: Connection, reason: string) {
    drop(connection, closeCodes.violation, reason)
  }

  /**
   * Stops reading from the client and gives it time to read the reason. The end of the stream is sent after the reason,
   * because destroying a connection with unread data resets it, and on some systems a reset discards data that the
   * other side has not read yet.
   */
  function silence(connection: Connection) {
    if (connection.socket.isPaused) return
    connection.socket.pause()
    connection.transport.end()
    setTimeout(() => connection.socket.terminate(), times.going).unref()
  }

  /** Charges the client for a frame. @returns whether the frame may be processed */
  function mayCome(connection: Connection, cost: number): boolean {
    if (!spend(connection, cost)) {
      if (connection.closedAt === 0) expel(connection, 'too much at once')
      else silence(connection)
    }
    return connection.closedAt === 0
  }

  function receive(connection: Connection, frame: ClientFrame) {
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
      default:
        return frame satisfies never
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
        const frame = isBinary || connection.closedAt !== 0 ? undefined : readFrame(String(data))
        if (!mayCome(connection, frame ? costOf(frame) : 1)) return
        if (frame) receive(connection, frame)
        else expel(connection, 'not a frame')
      })
      // Each ping is answered, so a flood of pings would also be a flood of responses.
      socket.on('ping', () => mayCome(connection, 1))
      socket.on('pong', () => takePong(connection))
      socket.on('close', () => {
        connections.delete(connection)
        leaveAll(connection)
        connection.forgetWallet()
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
