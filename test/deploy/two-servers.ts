import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { addressOf } from '../../src/server/http/edge/request-context.ts'

/** Longer than the patience that tests give a proxy with other answers. */
const LONG_SILENCE_MS = 1_500

/** What a proxy makes of a request, as a server behind it sees that. */
export interface Seen {
  server: number
  host: string | undefined
  /** By the server's own rule with `TRUSTED_PROXIES=1`. */
  address: string
  bytes: number
  /** Of the headers by which somebody could join or force traces. */
  trace: string[]
}

/** A server that answers as one of Bionic does towards a proxy, step by step as a test says. */
export class ServerBehind {
  readonly #number: number
  readonly #server: Server
  /** It refuses what is new, and is not ready, as a server that leaves. */
  leaving = false
  /** It refuses questions because too much runs, and answers everything else. */
  busy = false
  readonly words = Promise.withResolvers<ServerResponse>()

  constructor(number: number) {
    this.#number = number
    this.#server = createServer((request, response) => void this.#answer(request, response))
    const sockets = new WebSocketServer({ server: this.#server })
    sockets.on('connection', (socket, { headers }) => {
      socket.send(`${headers.host}`)
      socket.on('message', (message) => socket.send(`echo ${message}`))
    })
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isProbe = request.url === '/readyz'
    if (this.leaving) return void response.writeHead(503, { 'retry-after': '1' }).end('leaving')
    if (isProbe || request.url === '/healthz') return void response.end('ok')
    if (this.busy) return void response.writeHead(503, { 'retry-after': '1' }).end('busy')
    if (request.url === '/words') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return this.words.resolve(response)
    }
    let bytes = 0
    for await (const piece of request) bytes += piece.length
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    const seen: Seen = {
      ...{ server: this.#number, host: request.headers.host, bytes },
      address: addressOf(forwarded, request.socket.remoteAddress, 1),
      trace: ['traceparent', 'tracestate'].filter((name) => name in request.headers),
    }
    if (request.url === '/v1/chat/completions' || request.url === '/slow') await wait(LONG_SILENCE_MS)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen))
  }
}
