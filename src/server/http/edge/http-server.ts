import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server'
import { type ServerOptions as SocketOptions, WebSocketServer } from 'ws'
import type { Env } from '../../base/env.ts'
import type { Logger } from '../../base/log.ts'
import { Gate, HEADER_BYTES } from './gate.ts'

/** In milliseconds, not for streams, which send something every fifteen seconds, or sockets, which the hub monitors. */
export interface HttpTimes {
  /** For the head of a request. */
  head: number
  /** For a whole request: the largest document at 100 KB a second. */
  request: number
  /** Longer than proxies usually keep a connection, so that they do not write to one that was just closed. */
  idle: number
  /** Without any byte written or read while a response is under way: its reader has gone or is blocking it. */
  stalled: number
  check: number
  /** For the rest of an unread body, after the response. */
  unread: number
}

const usualTimes: HttpTimes = {
  head: 15_000,
  request: 260_000,
  idle: 65_000,
  stalled: 120_000,
  check: 5_000,
  unread: 500,
}

/** Maximum size of a client's frame, in bytes: clients send only short frames. */
const FRAME_BYTES = 32 * 1024

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

interface HttpServerOptions {
  env: Pick<Env, 'HOST' | 'PUBLIC_URL' | 'METRICS_TOKEN' | 'MAX_CONNECTIONS'>
  log: Logger
  fetch: Fetch
  times?: Partial<HttpTimes>
}

/** Creates the HTTP server in front of the app, or of its stand-in while the app is starting. */
export function createHttpServer({ env, log, fetch, ...options }: HttpServerOptions): Server {
  const times = { ...usualTimes, ...options.times }
  const gate = new Gate(env, log, times.unread)
  const server = createAdaptorServer({
    fetch: (request, bindings) =>
      'outgoing' in bindings && bindings.outgoing
        ? fetch(request, bindings)
        : gate.answerUpgrade(fetch(request, bindings)),
    websocket: { server: createSocketServer() },
    serverOptions: {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: times.head,
      requestTimeout: times.request,
      keepAliveTimeout: times.idle,
      connectionsCheckingInterval: times.check,
      // Checked by `createAdmission`, with a response like that to any other refusal.
      requireHostHeader: false,
      // A request for something other than a socket, or one that is not admitted, gets an ordinary response.
      shouldUpgradeCallback: (incoming) =>
        incoming.headers.upgrade?.toLowerCase() === 'websocket' && gate.refusalOf(incoming) === null,
    } satisfies ServerOptions,
    createServer: ((given: ServerOptions, listener: RequestListener) =>
      createServer(given, gate.guard(listener))) as typeof createServer,
  }) as Server
  server.timeout = times.stalled
  server.maxConnections = env.MAX_CONNECTIONS
  gate.listen(server)
  return server
}

/** Nothing is compressed, because each frame is built once for many readers. */
function createSocketServer() {
  // The types lack this limit. It would end a flood of pings without a reason; the hub counts them and gives one.
  const options: SocketOptions & { maxPendingAutoPongs: number } = {
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    maxPendingAutoPongs: 0,
  }
  return new WebSocketServer(options) as WebSocketServer & WebSocketServerLike
}
