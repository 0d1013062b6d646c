import { type ClientFrame, clientFrameSchema, closeCodes } from '../../shared/realms/realtime.ts'
import type { BlockChanges } from './bus/block-changes.ts'
import type { SessionEnds } from './bus/session-ends.ts'
import { type HubTimes, usualTimes } from './hub-times.ts'
import { Watchers } from './presence/watchers.ts'
import { Rooms, type RoomsOptions } from './rooms/rooms.ts'
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

/** Milliseconds over which closing the sockets is spread: at most, and for each of them. */
const [LEAVING_MS, LEAVING_EACH_MS] = [2_000, 5]

const PONG = frameOf({ type: 'pong' })
const BLOCKS = frameOf({ type: 'blocks' })

interface HubOptions extends Omit<RoomsOptions, 'times'> {
  sessionEnds: Pick<SessionEnds, 'listen'>
  blockChanges: Pick<BlockChanges, 'listen'>
  times?: Partial<HubTimes>
}

/** Manages all open sockets of this server and the rooms that they are in. */
export class Hub {
  readonly #times: HubTimes
  readonly #connections = new Set<Connection>()
  readonly #rooms: Rooms
  readonly #watchers: Watchers
  readonly #stop: () => void
  #closed = false

  constructor(options: HubOptions) {
    const times = { ...usualTimes, ...options.times }
    this.#times = times
    this.#rooms = new Rooms({ ...options, times })
    this.#watchers = new Watchers(options.presence)
    const stopPresence = options.presence.onChange((realmId) => {
      this.#rooms.presenceChanged(realmId)
      this.#watchers.changed(realmId)
    })
    const stopSessionEnds = options.sessionEnds.listen((ids) => this.#dropSessions(ids))
    const stopBlockChanges = options.blockChanges.listen((wallet) => this.#blocksChanged(wallet))
    const ticking = setInterval(() => this.#rooms.tick(), times.tick).unref()
    const watching = setInterval(() => {
      this.#watchers.notify()
      for (const connection of this.#connections) this.#lookAfter(connection)
    }, times.watch).unref()
    this.#stop = () => {
      clearInterval(ticking)
      clearInterval(watching)
      stopPresence()
      stopSessionEnds()
      stopBlockChanges()
    }
  }

  accept(opened: Opened) {
    const connection = newConnection(opened, this.#nextAsk())
    const { socket } = connection
    socket.on('error', () => {})
    if (this.#closed) {
      drop(connection, closeCodes.restarting, 'restarting')
      setTimeout(() => socket.terminate(), this.#times.going / 5).unref()
      return
    }
    this.#connections.add(connection)
    socket.on('message', (data, isBinary) => {
      const frame = isBinary || connection.closedAt !== 0 ? undefined : readFrame(String(data))
      if (!this.#mayCome(connection, frame ? costOf(frame) : 1)) return
      if (frame) this.#receive(connection, frame)
      else expel(connection, 'not a frame')
    })
    // Each ping is answered, so a flood of pings would also be a flood of responses.
    socket.on('ping', () => this.#mayCome(connection, 1))
    socket.on('pong', () => takePong(connection))
    socket.on('close', () => {
      this.#connections.delete(connection)
      this.#leaveAll(connection)
      connection.forgetWallet()
    })
  }

  get size(): number {
    return this.#connections.size
  }

  /** Closes the sockets a little apart, as their clients all go to the next server. @returns milliseconds for all */
  leave(): number {
    this.#closed = true
    const within = Math.min(LEAVING_MS, this.#connections.size * LEAVING_EACH_MS)
    for (const connection of this.#connections)
      setTimeout(drop, Math.random() * within, connection, closeCodes.restarting, 'restarting').unref()
    return within
  }

  /** Closes every socket, so that its client connects to another server, and waits until all are closed. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stop()
    this.#rooms.close()
    const gone = [...this.#connections].map(
      ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
    )
    for (const connection of this.#connections) drop(connection, closeCodes.restarting, 'restarting')
    const late = setTimeout(() => {
      for (const { socket } of this.#connections) socket.terminate()
    }, this.#times.going / 5)
    await Promise.all(gone)
    clearTimeout(late)
  }

  #dropSessions(ids: readonly string[]) {
    const ended = new Set(ids)
    for (const connection of this.#connections)
      if (connection.sessionId !== null && ended.has(connection.sessionId))
        drop(connection, closeCodes.signedOut, 'signed out')
  }

  #blocksChanged(wallet: string) {
    for (const connection of this.#connections)
      if (connection.wallet === wallet && connection.closedAt === 0) send(connection, BLOCKS)
  }

  #lookAfter(connection: Connection) {
    const times = this.#times
    const now = performance.now()
    if (connection.closedAt !== 0) {
      // A closed connection no longer counts as present, however long its last frames take.
      this.#leaveAll(connection)
      const patience = connection.tooSlow ? times.goingSlowly : times.going
      if (now - connection.closedAt > patience) connection.socket.terminate()
    } else if (receivedTooMuch(connection, times.watch)) {
      expel(connection, 'too many bytes')
      this.#silence(connection)
    } else if (now - connection.receivedAt > times.silence)
      drop(connection, closeCodes.silent, 'The connection was silent for too long.')
    else if (now > connection.askViewerAt) {
      connection.askViewerAt = this.#nextAsk()
      void this.#askViewer(connection)
    }
  }

  #nextAsk(): number {
    return performance.now() + this.#times.viewer + Math.random() * this.#times.viewerSpread
  }

  async #askViewer(connection: Connection): Promise<void> {
    // If the database does not answer, the check is repeated later.
    const wallet = await connection.askViewer().catch(() => connection.wallet)
    const before = connection.wallet
    if (wallet === before || !this.#connections.has(connection)) return
    connection.wallet = wallet
    this.#rooms.viewerChanged(connection, before)
  }

  #leaveAll(connection: Connection) {
    this.#watchers.forget(connection)
    this.#rooms.leaveAll(connection)
  }

  /**
   * Gives the client time to read the reason. The end of the stream follows it, because destroying a connection with
   * unread data resets it, and on some systems a reset discards what the other side has not read yet.
   */
  #silence(connection: Connection) {
    if (connection.socket.isPaused) return
    connection.socket.pause()
    connection.transport.end()
    setTimeout(() => connection.socket.terminate(), this.#times.going).unref()
  }

  #mayCome(connection: Connection, cost: number): boolean {
    if (!spend(connection, cost)) {
      if (connection.closedAt === 0) expel(connection, 'too much at once')
      else this.#silence(connection)
    }
    return connection.closedAt === 0
  }

  #receive(connection: Connection, frame: ClientFrame) {
    switch (frame.type) {
      case 'enter':
        return this.#rooms.enter(connection, frame.realm.toLowerCase(), frame.after)
      case 'leave':
        return this.#rooms.leave(connection, frame.realm.toLowerCase())
      case 'typing':
        return this.#rooms.typing(connection, frame.realm.toLowerCase())
      case 'watch':
        return this.#watchers.watch(
          connection,
          frame.realms.map((realm) => realm.toLowerCase()),
        )
      case 'ping':
        return send(connection, PONG)
      default:
        return frame satisfies never
    }
  }
}

/** Closes the socket of a client that violates the protocol. */
function expel(connection: Connection, reason: string): void {
  drop(connection, closeCodes.violation, reason)
}

function readFrame(text: string): ClientFrame | undefined {
  try {
    return clientFrameSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
