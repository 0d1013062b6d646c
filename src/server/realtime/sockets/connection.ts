import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { type ClientFrame, closeCodes } from '../../../shared/realms/realtime.ts'
import type { Frame } from './frame.ts'

/** Bytes that may wait for a reader; with more it is dropped. */
const UNREAD_BYTES = 1024 * 1024

/**
 * Bytes that may be on their way to a reader who has not said that they arrived. What is given to the system can't be
 * taken back, and the word that a reader was too slow stands behind all of it.
 */
const UNDERWAY_BYTES = 256 * 1024

/** What a client may spend at once on what it says, and in a second in the long run. */
const ALLOWANCE = 60
const ALLOWANCE_A_SECOND = 10

/** What it costs to enter a realm, which can ask the database, and so many realms that are watched. */
const ENTER_COSTS = 4
const WATCHED_FOR_ONE = 50

/** Bytes a second that a client may send, whatever they are; it has little to say. */
const HEARD_BYTES_A_SECOND = 128 * 1024

/** One open socket. It has no timer and no functions of its own, as there are thousands. */
export interface Connection {
  readonly socket: WebSocket
  /**
   * Under the socket. Frames that many get are written to it whole: `ws` would make a header and two writes for each
   * reader. Both write whole frames in one go and nothing is compressed, so frames never run into each other.
   */
  readonly transport: Duplex
  /** Asks for the wallet of its session anew. */
  readonly askViewer: () => Promise<string | null>
  /** Where it comes from, as `addressKey` writes it. */
  readonly address: string
  wallet: string | null
  /** The session that it was opened with. */
  readonly sessionId: string | null
  /** The realms that it is in. */
  readonly realms: Set<string>
  /** Counts it no more for its wallet. */
  forgetWallet: () => void
  /** The realms of which it hears how many are there. */
  watched: readonly string[]
  /** When it last said something; all times are those of `performance.now`. */
  heardAt: number
  askViewerAt: number
  /** When it was closed from this side; 0 while it is open. */
  closedAt: number
  /** It was closed because its reader is slow, so that this takes long to arrive. */
  tooSlow: boolean
  /** What it may spend now, as of `heardAt`. */
  allowance: number
  /** Bytes that were sent, and those of them that the client has taken in, as its last answer to a ping says. */
  sent: number
  arrived: number
  /** What was sent when it was pinged; -1 while no answer is awaited. */
  pingedAt: number
  /** What waits to be sent, and its bytes. */
  waiting: Frame[]
  waitingBytes: number
  /** Bytes that had come from it at the last look. */
  heardBytes: number
}

/** What a socket comes with. */
export type Opened = Pick<
  Connection,
  'socket' | 'transport' | 'askViewer' | 'address' | 'wallet' | 'sessionId' | 'forgetWallet'
>

export function newConnection(opened: Opened, askViewerAt: number): Connection {
  return {
    ...opened,
    realms: new Set(),
    watched: [],
    heardAt: performance.now(),
    askViewerAt,
    closedAt: 0,
    tooSlow: false,
    allowance: ALLOWANCE,
    sent: 0,
    arrived: 0,
    pingedAt: NOT_PINGED,
    waiting: [],
    waitingBytes: 0,
    heardBytes: 0,
  }
}

/**
 * Gives a frame to the socket, if it is open. It goes out while the reader takes in what was sent before, and waits
 * otherwise; a reader for whom too much waits is dropped, and can come back.
 */
export function send(connection: Connection, frame: Frame): void {
  const { socket } = connection
  if (connection.closedAt !== 0 || socket.readyState !== socket.OPEN) return
  if (connection.waiting.length === 0 && hasRoomFor(connection, frame)) write(connection, frame)
  else if (connection.waitingBytes + frame.length > UNREAD_BYTES)
    drop(connection, closeCodes.tooSlow, 'This connection was too slow.')
  else {
    connection.waiting.push(frame)
    connection.waitingBytes += frame.length
    ping(connection)
  }
}

/** The client has taken in everything that was sent before it was pinged. */
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

/** One frame goes out however large it is, if nothing else is on its way. */
function hasRoomFor({ sent, arrived, transport }: Connection, frame: Frame): boolean {
  const unread = Math.max(sent - arrived, transport.writableLength)
  return unread === 0 || unread + frame.length <= UNDERWAY_BYTES
}

function write(connection: Connection, frame: Frame): void {
  connection.transport.write(frame)
  connection.sent += frame.length
  if (connection.sent - connection.arrived >= UNDERWAY_BYTES / 2) ping(connection)
}

/** Asks whether all that was sent has arrived: a client answers what it has read, in the order in which it came. */
function ping(connection: Connection): void {
  if (connection.pingedAt !== NOT_PINGED) return
  connection.pingedAt = connection.sent
  connection.transport.write(PING)
}

const NOT_PINGED = -1

/** RFC 6455, section 5.5.2, without a word in it. */
const PING = Buffer.of(0x89, 0)

/** Lets what is sent meanwhile go out in one piece. */
export function sendTogether(connection: Connection, sendAll: () => void): void {
  connection.transport.cork()
  try {
    sendAll()
  } finally {
    connection.transport.uncork()
  }
}

/**
 * Closes a socket with a reason, which goes out before all that waits. Who calls this regularly looks after those that
 * do not go.
 */
export function drop(connection: Connection, code: number, reason: string): void {
  if (connection.closedAt !== 0) return
  connection.closedAt = performance.now()
  connection.tooSlow = code === closeCodes.tooSlow
  connection.waiting = []
  connection.waitingBytes = 0
  connection.socket.close(code, reason)
}

/** What it costs to say something; a long list costs more. */
export function costOf(frame: ClientFrame): number {
  if (frame.type === 'enter') return ENTER_COSTS
  return frame.type === 'watch' ? 1 + Math.floor(frame.realms.length / WATCHED_FOR_ONE) : 1
}

/** Counts what the client said. @returns whether it may */
export function spend(connection: Connection, cost: number): boolean {
  const now = performance.now()
  const earned = ((now - connection.heardAt) / 1000) * ALLOWANCE_A_SECOND
  connection.allowance = Math.min(ALLOWANCE, connection.allowance + earned) - cost
  connection.heardAt = now
  return connection.allowance >= 0
}

/** Counts the bytes that came since the last call, frames or not. @returns whether they were too many for `ms` */
export function heardTooMuch(connection: Connection, ms: number): boolean {
  const { bytesRead = 0 } = connection.transport as Duplex & { bytesRead?: number }
  const heard = bytesRead - connection.heardBytes
  connection.heardBytes = bytesRead
  return heard > Math.max(1, ms / 1000) * HEARD_BYTES_A_SECOND
}
