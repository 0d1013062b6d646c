import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
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
      if (isClosing) closeIfIdle(socket)
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
      for (const socket of running.keys()) closeIfIdle(socket)
      const late = setTimeout(cut, patience)
      hurry.addEventListener('abort', cut)
      if (hurry.aborted) cut()
      await closed
      clearTimeout(late)
      hurry.removeEventListener('abort', cut)
    },
  }
}
