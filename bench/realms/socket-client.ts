import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/**
 * The client's end of a websocket with minimal work, so that thousands fit beside the measured server: it opens, sends
 * small texts, and passes on the payload of every text frame, unparsed.
 */
export interface SocketClient {
  send(text: string): void
  end(): void
}

export function openSocket(options: {
  port: number
  path: string
  headers: Record<string, string>
  onText: (payload: Buffer) => void
  /** Called when the connection ended without a request of this side, with the server's close code if there was one. */
  onLost: (code: number | undefined) => void
}): Promise<SocketClient> {
  const { promise, resolve, reject } = Promise.withResolvers<SocketClient>()
  const socket = connect({ host: '127.0.0.1', port: options.port, noDelay: true })
  let rest: Buffer = Buffer.alloc(0)
  let opened = false
  let over = false
  let code: number | undefined

  const lines = [
    `GET ${options.path} HTTP/1.1`,
    `Host: 127.0.0.1:${options.port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...Object.entries(options.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.once('connect', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
  socket.on('error', reject)
  socket.on('close', () => {
    reject(new Error('The connection ended before it was opened.'))
    if (!over) options.onLost(code)
  })
  socket.on('data', (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    if (!opened && !readAnswer()) return
    readFrames()
  })

  function readAnswer(): boolean {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) return false
    const answer = rest.toString('latin1', 0, end)
    rest = rest.subarray(end + 4)
    opened = answer.startsWith('HTTP/1.1 101')
    if (opened) {
      resolve({
        send: (text) => socket.write(maskedText(text)),
        end() {
          over = true
          socket.destroy()
        },
      })
    } else reject(new Error(`The socket was answered with ${answer.split('\r\n', 1)[0]}`))
    return opened
  }

  function readFrames() {
    for (let frame = frameAt(rest); frame; frame = frameAt(rest)) {
      if (frame.opcode === TEXT) options.onText(rest.subarray(frame.start, frame.end))
      if (frame.opcode === CLOSE) code = rest.readUInt16BE(frame.start)
      if (frame.opcode === PING) answerPing(socket)
      rest = rest.subarray(frame.end)
    }
  }
  return promise
}

const TEXT = 1
const CLOSE = 8
const PING = 9

/** The first complete frame of the received bytes; frames of a server are not masked. */
function frameAt(bytes: Buffer): { opcode: number; start: number; end: number } | undefined {
  if (bytes.length < 2) return
  const short = (bytes[1] ?? 0) & 0x7f
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < start) return
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (bytes.length < start + length) return
  return { opcode: (bytes[0] ?? 0) & 0x0f, start, end: start + length }
}

/** A mask of zeros leaves the text unchanged. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text)
  if (payload.length > 0xffff) throw new Error('Clients send small texts alone.')
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0])
  return Buffer.concat([head, payload])
}

function answerPing(socket: Socket) {
  socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]))
}
