import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { closeCodes } from '../../shared/realtime.ts'
import type { Frame } from './frame.ts'

/** Bytes that may wait for a reader; with more it is dropped. */
const UNREAD_BYTES = 1024 * 1024

/** Frames that a client may send at once, and how many a second in the long run. */
const FRAMES_AT_ONCE = 60
const FRAMES_A_SECOND = 10

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
  wallet: string | null
  /** The session that it was opened with. */
  readonly sessionId: string | null
  /** The realms that it is in. */
  readonly realms: Set<string>
  /** The realms of which it hears how many are there. */
  watched: readonly string[]
  /** When it last said something; all times are those of `performance.now`. */
  heardAt: number
  askViewerAt: number
  /** When it was closed from this side; 0 while it is open. */
  closedAt: number
  /** Frames that it may send now, as of `heardAt`. */
  allowance: number
}

/** What a socket comes with. */
export type Opened = Pick<Connection, 'socket' | 'transport' | 'askViewer' | 'wallet' | 'sessionId'>

export function newConnection(
  { socket, transport, askViewer, wallet, sessionId }: Opened,
  askViewerAt: number,
): Connection {
  return {
    socket,
    transport,
    askViewer,
    wallet,
    sessionId,
    realms: new Set(),
    watched: [],
    heardAt: performance.now(),
    askViewerAt,
    closedAt: 0,
    allowance: FRAMES_AT_ONCE,
  }
}

/** Gives a frame to the socket, if it is open. A reader that takes nothing in is dropped; it can come back. */
export function send(connection: Connection, frame: Frame): void {
  const { socket, transport } = connection
  if (connection.closedAt !== 0 || socket.readyState !== socket.OPEN) return
  if (transport.writableLength > UNREAD_BYTES) drop(connection, closeCodes.tooSlow, 'too slow')
  else transport.write(frame)
}

/** Lets what is sent meanwhile go out in one piece. */
export function sendTogether(connection: Connection, sendAll: () => void): void {
  connection.transport.cork()
  try {
    sendAll()
  } finally {
    connection.transport.uncork()
  }
}

/** Closes a socket with a reason. Who calls this regularly looks after those that do not go. */
export function drop(connection: Connection, code: number, reason: string): void {
  if (connection.closedAt !== 0) return
  connection.closedAt = performance.now()
  connection.socket.close(code, reason)
}

/** Counts a frame that came. @returns whether it may be looked at */
export function takeFrame(connection: Connection): boolean {
  const now = performance.now()
  const earned = ((now - connection.heardAt) / 1000) * FRAMES_A_SECOND
  connection.allowance = Math.min(FRAMES_AT_ONCE, connection.allowance + earned) - 1
  connection.heardAt = now
  return connection.allowance >= 0
}
