import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Failure } from '../../domain/failure.ts'
import { problemAnswer } from '../problem.ts'
import { addressKey } from './rate-limit.ts'
import { addressOf } from './request-context.ts'

/** The number of socket requests that are processed in one turn of the event loop. */
const IN_ONE_TURN = 4

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Handles socket requests before the `upgrade` handler that `server` must have already: refuses an address with too
 * many sockets at almost no cost, and processes others a few at a time, so that a thousand delay nothing else.
 * @param options.openFrom counts a socket until the returned function is called, or throws a {Failure} to refuse it
 */
export function gateUpgrades(
  server: Server,
  {
    trustedProxies,
    headers,
    openFrom,
  }: {
    trustedProxies: number
    headers: Readonly<Record<string, string>>
    openFrom: (address: string) => () => void
  },
): void {
  const handlers = server.listeners('upgrade') as Upgrade[]
  const waiting: (() => void)[] = []
  let isWorking = false

  function work(): void {
    for (let begun = 0; begun < IN_ONE_TURN && waiting.length > 0; begun++) waiting.shift()?.()
    isWorking = waiting.length > 0
    if (isWorking) setImmediate(work)
  }

  server.removeAllListeners('upgrade')
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The connection can be lost at any time; later listeners report that where it matters.
    socket.on('error', () => {})
    if (socket.destroyed) return
    // An upgrade to another protocol would never be answered.
    if (request.headers.upgrade?.toLowerCase() !== 'websocket')
      return refuse(socket, new Failure('upgrade_required', 'Only a WebSocket can be opened here.'), headers)
    try {
      const forwarded = request.headers['x-forwarded-for']
      const seen = addressOf(String(forwarded ?? ''), request.socket.remoteAddress, trustedProxies)
      socket.once('close', openFrom(addressKey(seen)))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return refuse(socket, error, headers)
    }
    waiting.push(() => {
      if (!socket.destroyed) for (const handle of handlers) handle.call(server, request, socket, head)
    })
    if (isWorking) return
    isWorking = true
    setImmediate(work)
  })
}

function refuse(socket: Duplex, failure: Failure, common: Readonly<Record<string, string>>): void {
  const { body, status, headers } = problemAnswer(failure, randomUUID())
  writeAnswer(socket, status, { ...common, ...headers }, body)
}

/** Writes a complete HTTP response to a raw connection and closes it. */
export function writeAnswer(
  connection: Duplex,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  const length = Buffer.byteLength(body)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, 'connection: close']
  for (const [name, value] of Object.entries({ ...headers, 'content-length': `${length}` }))
    if (name !== 'connection') head.push(`${name}: ${value}`)
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => connection.destroy())
}
