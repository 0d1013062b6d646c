import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of an HTTP server. */
export interface Connections {
  /**
   * Takes no new connection, lets go at once of those on which no request runs and of the others as soon as their
   * answers are out, and resolves when all are gone. Sockets that were upgraded are somebody else's to end in time.
   * @param options.patience how long requests may still run, in milliseconds
   * @param options.hurry aborted when nobody wants to wait any longer
   * @param options.onCut called when connections had to be cut off, with how many, and the requests that ran on them,
   *   such as `GET /api/agents`
   */
  close(options: {
    patience: number
    hurry: AbortSignal
    onCut: (cut: { connections: number; requests: readonly string[] }) => void
  }): Promise<void>
}

/**
 * Keeps account of what runs on each connection of a server that does not listen yet. Node's `closeIdleConnections` does
 * not do for a server that ends: it takes a connection that a browser opened ahead of its use for a busy one, and one that
 * becomes idle after the call is kept alive for five seconds more.
 */
export function trackConnections(server: Server): Connections {
  const running = new Map<Socket, Set<IncomingMessage>>()
  const upgraded = new Set<Socket>()
  let isClosing = false

  server.on('connection', (socket) => {
    running.set(socket, new Set())
    socket.once('close', () => {
      running.delete(socket)
      upgraded.delete(socket)
    })
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    running.get(socket)?.add(request)
    response.once('close', () => {
      running.get(socket)?.delete(request)
      if (isClosing) letGoIfIdle(socket)
    })
  })
  server.on('upgrade', ({ socket }: IncomingMessage) => {
    running.delete(socket)
    upgraded.add(socket)
  })

  /** What was answered is written first. */
  function letGoIfIdle(socket: Socket) {
    if (running.get(socket)?.size === 0) socket.destroySoon()
  }

  return {
    async close({ patience, hurry, onCut }) {
      isClosing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const cut = () => {
        const left = [...running.keys(), ...upgraded]
        if (left.length === 0) return
        const requests = [...running.values()].flatMap((ofOne) => [...ofOne])
        onCut({
          connections: left.length,
          requests: requests.map(({ method, url }) => `${method} ${url?.split('?', 1)[0]}`),
        })
        for (const socket of left) socket.destroy()
      }
      for (const socket of running.keys()) letGoIfIdle(socket)
      const late = setTimeout(cut, patience)
      hurry.addEventListener('abort', cut)
      if (hurry.aborted) cut()
      await closed
      clearTimeout(late)
      hurry.removeEventListener('abort', cut)
    },
  }
}
