import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** A message starts with its type and its length; the first packet of a connection has no type. */
const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** The messages that end a unit of execution (Sync, Query) and the connection (Terminate). */
const SYNC = 0x53
const QUERY = 0x51
const TERMINATE = 0x58

/** A statement's messages run in one call: one for each takes longer than the statement. `reset` must not reject. */
export async function serveSocket(
  path: string,
  options: { execute: (messages: Uint8Array) => Uint8Array; reset: () => Promise<void> },
): Promise<Server> {
  let turn: Promise<unknown> = Promise.resolve()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    turn = turn.then(() => serve(socket, options))
  })
  server.listen(path)
  await once(server, 'listening')
  return server
}

async function serve(
  socket: Socket,
  { execute, reset }: { execute: (messages: Uint8Array) => Uint8Array; reset: () => Promise<void> },
): Promise<void> {
  if (socket.destroyed) return
  let received: Buffer = Buffer.alloc(0)
  let begun = false
  socket.on('data', (data) => {
    received = received.length === 0 ? data : Buffer.concat([received, data])
    for (let end = endOf(received, begun); end > 0; end = endOf(received, begun)) {
      const messages = received.subarray(0, end)
      received = received.subarray(end)
      begun = true
      if (messages[0] === TERMINATE) socket.end()
      else socket.write(execute(messages))
    }
  })
  await new Promise((resolve) => socket.once('close', resolve))
  await reset()
}

/** 0 if the first statement, or the first packet of the connection, has not arrived completely. */
function endOf(received: Buffer, begun: boolean): number {
  if (!begun) {
    const end = received.length < LENGTH_BYTES ? Number.POSITIVE_INFINITY : received.readInt32BE(0)
    return end <= received.length ? end : 0
  }
  for (let at = 0; at + TYPE_BYTES + LENGTH_BYTES <= received.length; ) {
    const type = received[at]
    at += TYPE_BYTES + received.readInt32BE(at + TYPE_BYTES)
    if (at > received.length) break
    if (type === SYNC || type === QUERY || type === TERMINATE) return at
  }
  return 0
}
