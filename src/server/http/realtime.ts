import type { Duplex } from 'node:stream'
import { upgradeWebSocket } from '@hono/node-server'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { WebSocket } from 'ws'
import { Failure } from '../domain/failure.ts'
import type { RequestSession } from '../domain/session/identity.ts'
import type { AppEnv } from './context.ts'
import { requireOwnPage } from './request.ts'

/** Who takes over sockets. */
interface Hub {
  accept(opened: {
    socket: WebSocket
    /** The connection under the socket. */
    transport: Duplex
    /** Of the session; null for a visitor. */
    wallet: string | null
    /** Of that session, by which it is told that it has ended. */
    sessionId: string | null
    askViewer: () => Promise<string | null>
  }): void
}

/**
 * `GET /api/realtime`: the socket. A browser lets any page open one with the cookie of its user, so where the page is
 * from is checked as for a write.
 */
export function realtimeRoutes({ hub, publicOrigin }: { hub: Hub; publicOrigin: string | undefined }) {
  const opensSocket = createMiddleware<AppEnv>(async (c, next) => {
    requireOwnPage(c, publicOrigin)
    if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
      c.header('upgrade', 'websocket')
      throw new Failure('upgrade_required', 'Open a websocket here.')
    }
    await next()
  })
  return new Hono<AppEnv>().get(
    '/realtime',
    opensSocket,
    upgradeWebSocket(async (c) => {
      const transport = c.env.incoming?.socket
      const session = await c.var.readSession()
      const wallet = session?.user.address ?? null
      const sessionId = session?.id ?? null
      // A visitor's socket stays one: who signs in opens another.
      const askViewer = wallet === null ? visitor : walletOf(c.var.readSessionAnew)
      return {
        onOpen(_event, { raw: socket }) {
          if (!(socket instanceof WebSocket) || !transport) return
          const forgetRequest = removerOfNewListeners(socket)
          queueMicrotask(() => {
            forgetRequest()
            hub.accept({ socket, transport, wallet, sessionId, askViewer })
          })
        },
      }
    }),
  )
}

const visitor = async () => null

function walletOf(readSession: () => Promise<RequestSession | null>): () => Promise<string | null> {
  return async () => (await readSession())?.user.address ?? null
}

/**
 * Takes away what is hung on a socket between this call and that of the returned function. The adaptor's listeners have
 * nothing to call here, and would keep the whole request in memory for as long as the socket is open.
 */
function removerOfNewListeners(socket: WebSocket): () => void {
  const events = ['message', 'close', 'error'] as const
  const before = new Set(events.flatMap((event) => socket.listeners(event)))
  return () => {
    for (const event of events)
      for (const listener of socket.listeners(event))
        if (!before.has(listener)) socket.off(event, listener as () => void)
  }
}
