import type { Duplex } from 'node:stream'
import { upgradeWebSocket } from '@hono/node-server'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { WebSocket } from 'ws'
import { Failure } from '../../../domain/failure.ts'
import type { RequestSession } from '../../../domain/session/identity.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { addressKey } from '../../edge/rate-limit.ts'
import { requireOwnPage } from '../../edge/same-origin.ts'
import { writeAnswer } from '../../edge/upgrade-gate.ts'
import { done, operation } from '../../operation.ts'

interface Hub {
  accept(opened: {
    socket: WebSocket
    /** The stream under the socket. */
    transport: Duplex
    /** The network address, as `addressKey` formats it. */
    address: string
    /** The wallet of the session; null for a visitor. */
    wallet: string | null
    /** The id of the session, by which the socket learns that it has ended. */
    sessionId: string | null
    /** Releases the socket from its wallet's quota. */
    forgetWallet: () => void
    askViewer: () => Promise<string | null>
  }): void
}

/** Limits the number of open sockets: each method throws a {Failure} `too_many_sockets` if the limit is reached. */
interface Quotas {
  requireAddress(address: string): void
  requireWallet(wallet: string | null): void
  /** Counts a socket until the returned function is called. */
  openAs(wallet: string | null): () => void
}

/** A page cannot read why its socket was refused (`upgrade-gate.ts`), so it sends an ordinary request to find out. */
export function socketsOfAddress(quotas: Pick<Quotas, 'requireAddress'>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!asksForSocket(c)) quotas.requireAddress(addressKey(c.get('clientAddress')))
    await next()
  })
}

/** Any page may open a socket with the user's cookie, so the page's origin is checked as for a write. */
export function realtimeRoutes({
  hub,
  quotas,
  publicOrigin,
}: {
  hub: Hub
  quotas: Pick<Quotas, 'requireWallet' | 'openAs'>
  publicOrigin: string | undefined
}) {
  const opensSocket = createMiddleware<AppEnv>(async (c, next) => {
    requireOwnPage(c, publicOrigin)
    if (!asksForSocket(c)) {
      quotas.requireWallet((await c.get('readSession')())?.user.address ?? null)
      c.header('upgrade', 'websocket')
      throw new Failure('upgrade_required', 'Open a websocket here.')
    }
    await next()
  })
  return new Hono<AppEnv>().get(
    '/realtime',
    operation({
      tag: 'realms',
      summary:
        'Open the websocket that says what is new in realms: who is there, who is typing, what was said',
      answers: { 101: done('The socket is open.') },
      errors: ['upgrade_required', 'cross_site_request', 'too_many_sockets'],
    }),
    opensSocket,
    upgradeWebSocket(async (c) => {
      const transport = c.env.incoming?.socket
      const session = await c.get('readSession')()
      const wallet = session?.user.address ?? null
      const sessionId = session?.id ?? null
      const forgetWallet = quotas.openAs(wallet)
      if (transport) untilClosed(transport, forgetWallet)
      const address = addressKey(c.get('clientAddress'))
      // A visitor's socket stays a visitor's: after signing in, the page opens another one.
      const askViewer = wallet === null ? visitor : walletOf(c.get('readSessionAgain'))
      return {
        onOpen(_event, { raw: socket }) {
          if (!(socket instanceof WebSocket) || !transport) return
          const forgetRequest = removerOfNewListeners(socket)
          queueMicrotask(() => {
            forgetRequest()
            hub.accept({ socket, transport, address, wallet, sessionId, forgetWallet, askViewer })
          })
        },
      }
    }),
  )
}

/** Writes the whole response to a refused socket, as the adapter sends only the head; resolves once it is closed. */
export const refusedUpgrades = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const connection = c.env?.incoming?.socket
  if (!asksForSocket(c) || c.env?.outgoing || !connection || c.res.status < 400) return
  const over = new Promise<void>((resolve) => untilClosed(connection, resolve))
  writeAnswer(connection, c.res.status, Object.fromEntries(c.res.headers), await c.res.text())
  await over
})

const asksForSocket = (c: AppContext) => c.req.header('upgrade')?.toLowerCase() === 'websocket'

function untilClosed(connection: Duplex, closed: () => void): void {
  if (connection.destroyed) closed()
  else connection.once('close', closed)
}

const visitor = async () => null

function walletOf(readSession: () => Promise<RequestSession | null>): () => Promise<string | null> {
  return async () => (await readSession())?.user.address ?? null
}

/**
 * Removes the listeners that are added between the two calls. The adapter's have nothing to call here, and would keep
 * the whole request in memory as long as the socket is open.
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
