import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ServerOptions as SocketOptions, WebSocketServer } from 'ws'
import type { Env } from '../../base/env.ts'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../../domain/failure.ts'
import { problemAnswer } from '../problem.ts'
import { METHODS } from '../request.ts'
import { createSecurityLog, securityEventOf } from '../security-log.ts'
import { createAdmission } from './admission.ts'
import { securityHeadersOf } from './security-headers.ts'

/**
 * Timeouts for clients, in milliseconds. They do not limit streams and sockets: a stream sends something every fifteen
 * seconds, and the hub monitors the sockets.
 */
export interface HttpTimes {
  /** For the head of a request. */
  head: number
  /** For a whole request: the largest document at 100 KB a second. */
  request: number
  /**
   * Between two requests: longer than the usual proxies keep a connection, so that they do not write to one that was
   * just closed.
   */
  idle: number
  /** Without any byte written or read while a response is under way: its reader has gone or is blocking it. */
  stalled: number
  /** The interval between checks of these timeouts. */
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

/** Maximum size of all headers of a request, in bytes: Node's default, set explicitly so that no flag changes it. */
const HEADER_BYTES = 16 * 1024

/** Maximum size of a client's frame, in bytes: clients send only short frames. */
const FRAME_BYTES = 32 * 1024

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

/**
 * Creates the HTTP server in front of the app, or in front of its stand-in while the app is starting. It admits
 * requests according to `createAdmission`, adds the common headers to every response, itself responds to what never
 * becomes a request, and closes connections that exceed the timeouts.
 */
export function createHttpServer(options: {
  env: Pick<Env, 'HOST' | 'PUBLIC_URL' | 'MAX_CONNECTIONS'>
  log: Logger
  fetch: Fetch
  times?: Partial<HttpTimes>
}): Server {
  const { env, log } = options
  const times = { ...usualTimes, ...options.times }
  const headers = securityHeadersOf(env)
  const admit = createAdmission(env)
  const security = createSecurityLog(log)

  /** Returns null if the request may proceed; its URL is then a path on this server, whatever form it had. */
  function refusalOf(incoming: IncomingMessage): Failure | null {
    try {
      const { target, anyHost } = admit({
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        hosts: hostsOf(incoming),
      })
      incoming.url = target
      // The app's URLs are built with the Host, and that of a probe may be invalid.
      if (anyHost) incoming.headers.host = 'localhost'
      return null
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }

  function report(failure: Failure, { socket, method = '' }: IncomingMessage, requestId: string): void {
    const kind = securityEventOf[failure.code]
    const address = socket.remoteAddress ?? 'unknown'
    const known = (METHODS as readonly string[]).includes(method) ? method : 'other'
    if (kind) security.report({ kind, code: failure.code, address, requestId, method: known })
  }

  function refuse(failure: Failure, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const requestId = randomUUID()
    report(failure, incoming, requestId)
    const answer = problemAnswer(failure, requestId)
    outgoing.writeHead(answer.status, { ...answer.headers, 'x-request-id': requestId })
    outgoing.end(incoming.method === 'HEAD' ? undefined : answer.body)
  }

  /** The last response on each connection, which tells whether another one may be written there. */
  const answers = new WeakMap<Duplex, ServerResponse>()

  const guard =
    (listener: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      answers.set(incoming.socket, outgoing)
      for (const name in headers) outgoing.setHeader(name, headers[name] ?? '')
      endAfterBody(incoming, outgoing, times.unread)
      const refusal = refusalOf(incoming)
      if (refusal) refuse(refusal, incoming, outgoing)
      else listener(incoming, outgoing)
    }

  /** Node has no response object for an upgrade: a refusal is written from these headers alone. */
  async function answerUpgrade(request: Request, bindings: object): Promise<Response> {
    const response = await options.fetch(request, bindings)
    for (const name in headers)
      if (!response.headers.has(name)) response.headers.set(name, headers[name] ?? '')
    return response
  }

  const server = createAdaptorServer({
    fetch: (request, bindings) =>
      'outgoing' in bindings && bindings.outgoing
        ? options.fetch(request, bindings)
        : answerUpgrade(request, bindings),
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
        incoming.headers.upgrade?.toLowerCase() === 'websocket' && refusalOf(incoming) === null,
    } satisfies ServerOptions,
    createServer: ((given: ServerOptions, listener: RequestListener) =>
      createServer(given, guard(listener))) as typeof createServer,
  }) as Server
  server.timeout = times.stalled
  server.maxConnections = env.MAX_CONNECTIONS

  /** Responds on a connection that has no request, or none that Node would respond to. */
  function answerOn(socket: Duplex, failure: Failure, status?: ContentfulStatusCode): void {
    // Nobody else listens for errors of a CONNECT request's socket, and an unhandled error ends the process.
    socket.on('error', () => {})
    const last = answers.get(socket)
    const isBusy = last?.headersSent && !last.writableFinished
    if (!socket.writable || isBusy) {
      socket.destroy()
      return
    }
    const answer = problemAnswer(failure, randomUUID(), status)
    const lines = Object.entries({
      ...headers,
      ...answer.headers,
      connection: 'close',
      'content-length': String(Buffer.byteLength(answer.body)),
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${answer.body}`,
      () => socket.destroy(),
    )
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const [status, why] = clientErrors[error.code ?? ''] ?? [400, 'This is not an HTTP request.']
    const address = ('remoteAddress' in socket && String(socket.remoteAddress)) || 'unknown'
    // Clients often disconnect in the middle of a request, and nobody would read a response.
    if (leavers.has(error.code ?? '')) socket.destroy()
    else {
      security.report({ kind: 'request_refused', code: 'bad_request', address })
      log.debug({ err: error }, 'no HTTP request')
      answerOn(socket, new Failure('bad_request', why), status)
    }
  })
  server.on('connect', (incoming, socket) => {
    const failure = new Failure('method_not_allowed', 'This server is not a proxy.')
    report(failure, incoming, randomUUID())
    answerOn(socket, failure)
  })
  const unexpected = new Failure('bad_request', 'The Expect header asks for something unsupported.')
  server.on(
    'checkExpectation',
    guard((incoming, outgoing) => refuse(unexpected, incoming, outgoing)),
  )
  server.on('drop', (from) =>
    security.report({ kind: 'connection_refused', address: from?.remoteAddress ?? 'unknown' }),
  )
  return server
}

/** Returns every Host header. Node's own object of distinct headers would be built for each request that reads it. */
function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
}

/** Node's error codes for a client that disconnected before its request was complete. */
const leavers = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'])

/** Node's error codes for a connection without a valid request, with the response to each. */
const clientErrors: Record<string, [status: ContentfulStatusCode, why: string]> = {
  HPE_HEADER_OVERFLOW: [431, `The headers can have at most ${HEADER_BYTES.toLocaleString('en-US')} bytes.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of the chunks are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/**
 * Closes a connection whose request was answered before its body was read completely. Node's own behaviour is not
 * suitable: if the client wants no other request, Node closes the connection immediately, and a client that is still
 * sending loses the response; otherwise Node reads and discards the rest of the body, however long it is.
 */
function endAfterBody(incoming: IncomingMessage, outgoing: ServerResponse, patience: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = incoming.headers
  if (coding === undefined && length === '0') return
  const isLast = !outgoing.shouldKeepAlive
  outgoing.shouldKeepAlive = true
  outgoing.once('finish', () => {
    const { socket } = incoming
    if (incoming.complete) {
      if (isLast) socket.destroySoon()
      return
    }
    const late = setTimeout(() => {
      if (isLast || !incoming.complete) socket.destroySoon()
    }, patience)
    socket.once('close', () => clearTimeout(late))
  })
}

/**
 * Creates the WebSocket server for admitted sockets. Nothing is compressed, because each frame is built once for many
 * readers.
 */
function createSocketServer() {
  // The package's types lack the limit of unanswered pings. It terminates a socket without a reason; the hub counts
  // pings and gives a reason.
  const options: SocketOptions & { maxPendingAutoPongs: number } = {
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    maxPendingAutoPongs: 0,
  }
  return new WebSocketServer(options) as WebSocketServer & WebSocketServerLike
}
