import { once } from 'node:events'
import {
  createServer,
  Agent as HttpAgent,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** Milliseconds between two looks at whether a server is ready. */
const LOOK_MS = 500

export interface ReadyProxy {
  address: string
  /** A further server to send requests to, once it says that it is ready. */
  add(address: string): void
  /** How often a server could not be reached, so that the request went to the next one. */
  readonly passedOver: number
  close(): Promise<void>
}

/**
 * A proxy as operators have one before several servers: it takes them in turn, leaves out those whose `/readyz` says no,
 * keeps connections to them, tries the next one where a connection is refused, and passes on whatever a server answers.
 */
export async function startReadyProxy(addresses: readonly string[]): Promise<ReadyProxy> {
  const servers = new Map(addresses.map((address) => [address, true]))
  const agent = new HttpAgent({ keepAlive: true })
  let turn = 0
  let passedOver = 0

  const inTurn = () => {
    const said = [...servers].flatMap(([address, isReady]) => (isReady ? [address] : []))
    // Where none says so, any is better than none.
    const ready = said.length > 0 ? said : [...servers.keys()]
    turn += 1
    return ready.map((_, index) => ready[(turn + index) % ready.length] ?? '')
  }
  const look = setInterval(() => {
    for (const address of servers.keys())
      fetch(`${address}/readyz`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(LOOK_MS * 4),
      })
        .then(async (answer) => {
          await answer.arrayBuffer()
          servers.set(address, answer.ok)
        })
        .catch(() => servers.set(address, false))
  }, LOOK_MS)

  /** The body is kept until a server has answered, as the next one may need it. */
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const body = await buffer(incoming)
    for (const address of inTurn()) {
      const answer = await askServer(address, incoming, outgoing, { body, agent })
      if (answer === 'unreachable') passedOver += 1
      else return
    }
    if (!outgoing.headersSent) outgoing.writeHead(502).end()
  }

  const proxy = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  proxy.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    const [address = ''] = inTurn()
    passSocket(address, incoming, socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    add: (address) => void servers.set(address, false),
    get passedOver() {
      return passedOver
    },
    async close() {
      clearInterval(look)
      agent.destroy()
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
    },
  }
}

/** Resolves once the answer has been passed on, or where no byte of it came. */
function askServer(
  address: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { body, agent }: { body: Buffer; agent: HttpAgent },
): Promise<'answered' | 'unreachable'> {
  const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
  return new Promise((resolve) => {
    const { method, url } = incoming
    const asked = request(address + url, { method, headers, agent }, (answer) => {
      const { connection: _, 'keep-alive': __, ...told } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, told)
      answer.on('data', (piece: Buffer) => outgoing.write(piece))
      answer.on('end', () => outgoing.end())
      answer.on('error', () => outgoing.destroy())
      answer.on('close', () => resolve('answered'))
    })
    asked.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy()
      resolve(outgoing.headersSent ? 'answered' : 'unreachable')
    })
    outgoing.on('close', () => asked.destroy())
    asked.end(body)
  })
}

function passSocket(address: string, incoming: IncomingMessage, socket: Duplex): void {
  const { hostname, port } = new URL(address || 'http://127.0.0.1:1')
  const server = connect(Number(port), hostname, () => {
    const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`)
    const from = `x-forwarded-for: ${incoming.socket.remoteAddress}`
    server.write(`GET ${incoming.url} HTTP/1.1\r\n${[...lines, from].join('\r\n')}\r\n\r\n`)
    server.pipe(socket).pipe(server)
  })
  for (const [one, other] of [
    [server, socket],
    [socket, server],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}
