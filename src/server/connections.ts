import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /** Has each response from now on say that its connection ends with it, so that proxies let go of it by themselves. */
  leave(): void
  /** Takes no further connections, and closes idle ones. */
  refuse(): void
  /** How many requests have no answer yet; one that has begun may be a stream, and go on for as long as it is read. */
  running(): number
  /**
   * Closes idle connections at once, the others after their responses; upgraded ones have to be closed by their owner.
   * @param options.patience how long requests may still run, in milliseconds
   * @param options.hurry aborted to end the wait early
   */
  close(options: {
    patience: number
    hurry: AbortSignal
    onCut: (cut: { connections: number; requests: readonly string[] }) => void
  }): Promise<void>
}

/**
 * The server must not listen yet. Node's `closeIdleConnections` does not suffice: a connection that a browser opened in
 * advance counts as busy, and one that becomes idle later is kept alive for five more seconds.
 */
export function trackConnections(server: Server): Connections {
  const running = new Map<Socket, Set<IncomingMessage>>()
  const upgraded = new Set<Socket>()
  const answers = new Map<IncomingMessage, ServerResponse>()
  let isLeaving = false
  let closed: Promise<void> | undefined

  server.on('connection', (socket) => {
    running.set(socket, new Set())
    socket.once('close', () => {
      running.delete(socket)
      upgraded.delete(socket)
    })
  })
  // First, as the head of a response may be written within the next listener.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    running.get(socket)?.add(request)
    answers.set(request, response)
    if (isLeaving) response.shouldKeepAlive = false
    response.once('close', () => {
      running.get(socket)?.delete(request)
      answers.delete(request)
      if (closed) closeIfIdle(socket)
    })
  })
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    running.delete(socket)
    upgraded.add(socket)
  })

  /** Pending data is written before the socket closes. */
  function closeIfIdle(socket: Socket) {
    if (running.get(socket)?.size === 0) socket.destroySoon()
  }

  function refuse(): Promise<void> {
    isLeaving = true
    closed ??= new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of running.keys()) closeIfIdle(socket)
    return closed
  }

  return {
    leave() {
      isLeaving = true
    },
    refuse: () => void refuse(),
    running: () => [...answers.values()].filter(({ headersSent }) => !headersSent).length,
    async close({ patience, hurry, onCut }) {
      const closed = refuse()
      const cut = () => cutOff(running, upgraded, onCut)
      const late = setTimeout(cut, patience)
      hurry.addEventListener('abort', cut, { once: true })
      if (hurry.aborted) cut()
      await closed
      clearTimeout(late)
    },
  }
}

function cutOff(
  running: ReadonlyMap<Socket, ReadonlySet<IncomingMessage>>,
  upgraded: ReadonlySet<Socket>,
  onCut: (cut: { connections: number; requests: readonly string[] }) => void,
): void {
  const left = [...running.keys(), ...upgraded]
  if (left.length === 0) return
  const requests = [...running.values()].flatMap((ofOne) => [...ofOne])
  onCut({
    connections: left.length,
    requests: requests.map(({ method, url }) => `${method} ${url?.split('?', 1)[0]}`),
  })
  for (const socket of left) socket.destroy()
}
