import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { type ClientFrame, closeCodes } from '../../../shared/realms/realtime.ts'
import type { Frame } from './frame.ts'

/** Maximum number of bytes queued for a slow reader; beyond it the connection is dropped. */
const UNREAD_BYTES = 1024 * 1024

/** Sent but unconfirmed: what the system has cannot be taken back, and a slow reader's close frame comes after it. */
const UNDERWAY_BYTES = 256 * 1024

/** The token bucket for a client's frames: its size, and the tokens added each second. */
const ALLOWANCE = 60
const ALLOWANCE_A_SECOND = 10

/** The cost of entering a realm, which can query the database, and the number of watched realms that cost one token. */
const ENTER_COSTS = 4
const WATCHED_FOR_ONE = 50

/** Maximum number of bytes a second that a client may send, of whatever kind; clients have little to send. */
const RECEIVED_BYTES_A_SECOND = 128 * 1024

/** One open socket. It has no timer and no closures of its own, as there are thousands of connections. */
export interface Connection {
  readonly socket: WebSocket
  /**
   * Frames for many readers are written to it directly, because `ws` would create a header and make two writes for
   * each. Both write whole frames at once and nothing is compressed, so frames are never interleaved.
   */
  readonly transport: Duplex
  readonly askViewer: () => Promise<string | null>
  /** The network address, as `addressKey` formats it. */
  readonly address: string
  wallet: string | null
  readonly sessionId: string | null
  readonly realms: Set<string>
  /** Releases the connection from its wallet's quota. */
  forgetWallet: () => void
  watched: readonly string[]
  /** When the client last sent a frame; all times are those of `performance.now`. */
  receivedAt: number
  askViewerAt: number
  /** When the server closed the socket; 0 while it is open. */
  closedAt: number
  /** Whether it was closed because its reader is slow, so that closing takes long. */
  tooSlow: boolean
  /** The tokens left, as of `receivedAt`. */
  allowance: number
  /** The bytes that were sent, and those of them that the client has received according to its last pong. */
  sent: number
  arrived: number
  /** The value of `sent` at the last ping; -1 while no pong is awaited. */
  pingedAt: number
  waiting: Frame[]
  waitingBytes: number
  receivedBytes: number
}

export type Opened = Pick<
  Connection,
  'socket' | 'transport' | 'askViewer' | 'address' | 'wallet' | 'sessionId' | 'forgetWallet'
>

export function newConnection(opened: Opened, askViewerAt: number): Connection {
  return {
    ...opened,
    realms: new Set(),
    watched: [],
    receivedAt: performance.now(),
    askViewerAt,
    closedAt: 0,
    tooSlow: false,
    allowance: ALLOWANCE,
    sent: 0,
    arrived: 0,
    pingedAt: NOT_PINGED,
    waiting: [],
    waitingBytes: 0,
    receivedBytes: 0,
  }
}

/** Sends a frame, or queues it until the reader has confirmed enough; a reader with too long a queue is dropped. */
export function send(connection: Connection, frame: Frame): void {
  const { socket } = connection
  if (connection.closedAt !== 0 || socket.readyState !== socket.OPEN) return
  if (connection.waiting.length === 0 && hasRoomFor(connection, frame)) write(connection, frame)
  else if (isTooMuch(connection, frame)) drop(connection, closeCodes.tooSlow, 'This connection was too slow.')
  else {
    connection.waiting.push(frame)
    connection.waitingBytes += frame.length
    ping(connection)
  }
}

/** Counts what waits behind the first frame that waits: how long that one is says nothing of its reader. */
function isTooMuch({ waiting: [first], waitingBytes }: Connection, frame: Frame): boolean {
  return first !== undefined && waitingBytes - first.length + frame.length > UNREAD_BYTES
}

/** Handles a pong: the client has received everything that was sent before the ping. */
export function takePong(connection: Connection): void {
  if (connection.pingedAt === NOT_PINGED) return
  connection.arrived = connection.pingedAt
  connection.pingedAt = NOT_PINGED
  if (connection.closedAt !== 0) return
  let written = 0
  for (const frame of connection.waiting) {
    if (!hasRoomFor(connection, frame)) break
    written += 1
    connection.waitingBytes -= frame.length
    write(connection, frame)
  }
  if (written > 0) connection.waiting.splice(0, written)
  if (connection.waiting.length > 0) ping(connection)
}

/** A frame of any size is sent if no other data is unconfirmed. */
function hasRoomFor({ sent, arrived, transport }: Connection, frame: Frame): boolean {
  const unread = Math.max(sent - arrived, transport.writableLength)
  return unread === 0 || unread + frame.length <= UNDERWAY_BYTES
}

function write(connection: Connection, frame: Frame): void {
  connection.transport.write(frame)
  connection.sent += frame.length
  if (connection.sent - connection.arrived >= UNDERWAY_BYTES / 2) ping(connection)
}

/** Asks for confirmation of everything sent: a client answers a ping after it has read all data before it. */
function ping(connection: Connection): void {
  if (connection.pingedAt !== NOT_PINGED) return
  connection.pingedAt = connection.sent
  connection.transport.write(PING)
}

const NOT_PINGED = -1

/** An empty ping frame (RFC 6455, section 5.5.2). */
const PING = Buffer.of(0x89, 0)

export function sendTogether(connection: Connection, sendAll: () => void): void {
  connection.transport.cork()
  try {
    sendAll()
  } finally {
    connection.transport.uncork()
  }
}

/** Sends the reason before all queued frames. The caller must terminate a socket that does not close in time. */
export function drop(connection: Connection, code: number, reason: string): void {
  if (connection.closedAt !== 0) return
  connection.closedAt = performance.now()
  connection.tooSlow = code === closeCodes.tooSlow
  connection.waiting = []
  connection.waitingBytes = 0
  connection.socket.close(code, reason)
}

/** The cost of a frame; a long list costs more. */
export function costOf(frame: ClientFrame): number {
  if (frame.type === 'enter') return ENTER_COSTS
  return frame.type === 'watch' ? 1 + Math.floor(frame.realms.length / WATCHED_FOR_ONE) : 1
}

export function spend(connection: Connection, cost: number): boolean {
  const now = performance.now()
  const earned = ((now - connection.receivedAt) / 1000) * ALLOWANCE_A_SECOND
  connection.allowance = Math.min(ALLOWANCE, connection.allowance + earned) - cost
  connection.receivedAt = now
  return connection.allowance >= 0
}

/** Counts the bytes since the last call, of frames or not. @returns whether they were too many for that time */
export function receivedTooMuch(connection: Connection, ms: number): boolean {
  const { bytesRead = 0 } = connection.transport as Duplex & { bytesRead?: number }
  const received = bytesRead - connection.receivedBytes
  connection.receivedBytes = bytesRead
  return received > Math.max(1, ms / 1000) * RECEIVED_BYTES_A_SECOND
}
