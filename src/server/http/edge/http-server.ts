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
 * How long clients may take, in milliseconds. Streams and sockets are not bound by them: a stream says something every
 * fifteen seconds, and a socket is watched by the hub.
 */
export interface HttpTimes {
  /** For the head of a request. */
  head: number
  /** For a whole request: the largest picture, at 40 KB a second. */
  request: number
  /** Between two requests: longer than usual proxies keep a connection, so that they don't write to one that just closed. */
  idle: number
  /** In which nothing at all is written or read while an answer is under way: its reader has gone or holds it up. */
  stalled: number
  /** Between two looks at who takes too long. */
  check: number
  /** For the rest of a body that nobody reads, after the answer. */
  unread: number
}

const usualTimes: HttpTimes = {
  head: 15_000,
  request: 120_000,
  idle: 65_000,
  stalled: 120_000,
  check: 5_000,
  unread: 500,
}

/** All headers of a request together, in bytes: Node's own figure, so that no flag changes it. */
const HEADER_BYTES = 16 * 1024

/** What a client may send in one frame, in bytes: all that it has to say is short. */
const FRAME_BYTES = 32 * 1024

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

/**
 * The HTTP server that stands before the app, or before what answers while there is none yet: it lets in what
 * `createAdmission` lets in, gives every answer the headers that every answer has, answers itself what never becomes a
 * request, and lets go of clients that take too long.
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

  /** Null where the request may go on; its address is then one of this server, whatever way it was written. */
  function refusalOf(incoming: IncomingMessage): Failure | null {
    try {
      const { target, anyHost } = admit({
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        hosts: hostsOf(incoming),
      })
      incoming.url = target
      // The app's addresses are made with the Host, and a probe may name none that makes one.
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

  /** The last answer on each connection, by which is known whether something else may be written there. */
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

  /** An upgrade has no answer of Node's: what it is refused with is written from these headers alone. */
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
      // Checked with everything else, and answered as everything else.
      requireHostHeader: false,
      // What asks for no socket, or for none that it may have, is a request like any other and gets its answer.
      shouldUpgradeCallback: (incoming) =>
        incoming.headers.upgrade?.toLowerCase() === 'websocket' && refusalOf(incoming) === null,
    } satisfies ServerOptions,
    createServer: ((given: ServerOptions, listener: RequestListener) =>
      createServer(given, guard(listener))) as typeof createServer,
  }) as Server
  server.timeout = times.stalled
  server.maxConnections = env.MAX_CONNECTIONS

  /** Answers on a connection that has no request, or none that Node would answer. */
  function answerOn(socket: Duplex, failure: Failure, status?: ContentfulStatusCode): void {
    // A tunnel's socket is nobody's any more, and an error that nobody hears ends the process.
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
    const [status, why] = clientErrors[error.code ?? ''] ?? [400, 'This is no HTTP request.']
    const address = ('remoteAddress' in socket && String(socket.remoteAddress)) || 'unknown'
    // Clients that leave in the middle are usual, and nobody reads what they are told.
    if (leavers.has(error.code ?? '')) socket.destroy()
    else {
      security.report({ kind: 'request_refused', code: 'bad_request', address })
      log.debug({ err: error }, 'no HTTP request')
      answerOn(socket, new Failure('bad_request', why), status)
    }
  })
  server.on('connect', (incoming, socket) => {
    const failure = new Failure('method_not_allowed', 'This server is no proxy.')
    report(failure, incoming, randomUUID())
    answerOn(socket, failure)
  })
  const unexpected = new Failure('bad_request', 'The Expect header asks for what is not done here.')
  server.on(
    'checkExpectation',
    guard((incoming, outgoing) => refuse(unexpected, incoming, outgoing)),
  )
  server.on('drop', (from) =>
    security.report({ kind: 'connection_refused', address: from?.remoteAddress ?? 'unknown' }),
  )
  return server
}

/** Every Host header; Node's own list of all headers is made whole for each request that looks at one. */
function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host')
}

/** How Node says that a client left before its request was whole. */
const leavers = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'])

/** What Node says of a connection that brings no request, and what it is answered. */
const clientErrors: Record<string, [status: ContentfulStatusCode, why: string]> = {
  HPE_HEADER_OVERFLOW: [431, `The headers can have at most ${HEADER_BYTES.toLocaleString('en-US')} bytes.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of the chunks are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/**
 * Ends a connection whose request was answered before all of its body was read. Not at once, as Node does for a client
 * that wants no other request: one that is still sending would lose the answer with the connection. And not never:
 * Node throws the rest of a body away, however long it is.
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

/** Takes up sockets that were let in. Nothing is compressed, as what is sent is written once for many readers. */
function createSocketServer() {
  // The package's types don't know the bound on unanswered pings. It ends a socket without a word; the hub counts pings
  // and says why it ends one.
  const options: SocketOptions & { maxPendingAutoPongs: number } = {
    noServer: true,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    maxPendingAutoPongs: 0,
  }
  return new WebSocketServer(options) as WebSocketServer & WebSocketServerLike
}
