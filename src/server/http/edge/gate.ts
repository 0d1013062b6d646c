import { randomUUID } from 'node:crypto'
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from '../../base/log.ts'
import { Failure } from '../../domain/failure.ts'
import { hostsOf } from '../own-machine.ts'
import { problemAnswer } from '../problem.ts'
import { METHODS } from '../request.ts'
import { SecurityLog, securityEventOf } from '../security-log.ts'
import { createAdmission } from './admission.ts'
import { securityHeadersOf } from './security-headers.ts'

/** Maximum size of all headers of a request, in bytes: Node's default, set explicitly so that no flag changes it. */
export const HEADER_BYTES = 16 * 1024

/** Admits requests, and responds to what is not admitted or is no request at all. */
export class Gate {
  readonly #headers: Readonly<Record<string, string>>
  readonly #admit: ReturnType<typeof createAdmission>
  readonly #security: SecurityLog
  readonly #log: Logger
  readonly #unreadMs: number
  /** The last response on each connection, which tells whether another one may be written there. */
  readonly #answers = new WeakMap<Duplex, ServerResponse>()

  constructor(env: Parameters<typeof createAdmission>[0], log: Logger, unreadMs: number) {
    this.#headers = securityHeadersOf(env)
    this.#admit = createAdmission(env)
    this.#security = new SecurityLog(log)
    this.#log = log
    this.#unreadMs = unreadMs
  }

  /** Returns null if the request may proceed; its URL is then a path on this server, whatever form it had. */
  refusalOf(incoming: IncomingMessage): Failure | null {
    try {
      const { target, anyHost } = this.#admit({
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        hosts: hostsOf(incoming),
        authorization: incoming.headers.authorization,
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

  guard(listener: RequestListener): RequestListener {
    return (incoming, outgoing) => {
      this.#answers.set(incoming.socket, outgoing)
      for (const name in this.#headers) outgoing.setHeader(name, this.#headers[name] ?? '')
      endAfterBody(incoming, outgoing, this.#unreadMs)
      const refusal = this.refusalOf(incoming)
      if (refusal) this.#refuse(refusal, incoming, outgoing)
      else listener(incoming, outgoing)
    }
  }

  /** Node has no response object for an upgrade: a refusal is written from these headers alone. */
  async answerUpgrade(answer: Response | Promise<Response>): Promise<Response> {
    const response = await answer
    for (const name in this.#headers)
      if (!response.headers.has(name)) response.headers.set(name, this.#headers[name] ?? '')
    return response
  }

  /** Responds to what Node hands to no listener of requests. */
  listen(server: Server): void {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#refuseBroken(error, socket))
    server.on('connect', (incoming, socket) => {
      const failure = new Failure('method_not_allowed', 'This server is not a proxy.')
      this.#report(failure, incoming, randomUUID())
      this.#answerOn(socket, failure)
    })
    const unexpected = new Failure('bad_request', 'The Expect header asks for something unsupported.')
    server.on(
      'checkExpectation',
      this.guard((incoming, outgoing) => this.#refuse(unexpected, incoming, outgoing)),
    )
    server.on('drop', (from) =>
      this.#security.report({ kind: 'connection_refused', address: from?.remoteAddress ?? 'unknown' }),
    )
  }

  #report(failure: Failure, { socket, method = '' }: IncomingMessage, requestId: string): void {
    const kind = securityEventOf[failure.code]
    const address = socket.remoteAddress ?? 'unknown'
    const known = (METHODS as readonly string[]).includes(method) ? method : 'other'
    if (kind) this.#security.report({ kind, code: failure.code, address, requestId, method: known })
  }

  #refuse(failure: Failure, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const requestId = randomUUID()
    this.#report(failure, incoming, requestId)
    const answer = problemAnswer(failure, requestId)
    outgoing.writeHead(answer.status, { ...answer.headers, 'x-request-id': requestId })
    outgoing.end(incoming.method === 'HEAD' ? undefined : answer.body)
  }

  #refuseBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
    // Clients often disconnect in the middle of a request, and nobody would read a response.
    if (leavers.has(error.code ?? '')) {
      socket.destroy()
      return
    }
    const [status, why] = clientErrors[error.code ?? ''] ?? [400, 'This is not an HTTP request.']
    const address = ('remoteAddress' in socket && String(socket.remoteAddress)) || 'unknown'
    this.#security.report({ kind: 'request_refused', code: 'bad_request', address })
    this.#log.debug({ err: error }, 'no HTTP request')
    this.#answerOn(socket, new Failure('bad_request', why), status)
  }

  /** Responds on a connection that has no request, or none that Node would respond to. */
  #answerOn(socket: Duplex, failure: Failure, status?: ContentfulStatusCode): void {
    // Nobody else listens for errors of a CONNECT request's socket, and an unhandled error ends the process.
    socket.on('error', () => {})
    const last = this.#answers.get(socket)
    const isBusy = last?.headersSent && !last.writableFinished
    if (!socket.writable || isBusy) {
      socket.destroy()
      return
    }
    const answer = problemAnswer(failure, randomUUID(), status)
    const lines = Object.entries({
      ...this.#headers,
      ...answer.headers,
      connection: 'close',
      'content-length': String(Buffer.byteLength(answer.body)),
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(
      `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${answer.body}`,
      () => socket.destroy(),
    )
  }
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
 * Closes a connection whose request was answered before its body was read. Node itself would close it at once after a
 * last request, and a client that is still sending would lose the response; or else read all of the body.
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
