import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { ModelResponse, SendRequest } from '../model-address.ts'

export interface Agents {
  plain: PlainAgent
  secure: SecureAgent
}

const plainAgent = new PlainAgent({ keepAlive: true })
const secureAgent = new SecureAgent({ keepAlive: true })

/**
 * Node's own `fetch` times out after five minutes without a byte, while section 9 gives a model ten (a local one may be
 * loading), delivers the first text later, and takes more time for each piece. Redirects are not followed, so that the
 * key is only sent to the configured address.
 */
export const httpFetch: SendRequest = (address, init) =>
  fetchThrough({ plain: plainAgent, secure: secureAgent }, address, init)

/** The same, over the connections that these agents make. */
export async function fetchThrough(
  agents: Agents,
  address: Parameters<SendRequest>[0],
  init: RequestInit = {},
): Promise<ModelResponse> {
  const url = new URL(address instanceof Request ? address.url : address)
  const secure = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = (secure ? secureRequest : plainRequest)(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    agent: secure ? agents.secure : agents.plain,
    signal: init.signal ?? undefined,
  })
  outgoing.once('response', resolve).on('error', reject)
  outgoing.setNoDelay(true)
  const { body } = init
  outgoing.end(typeof body === 'string' || body instanceof Uint8Array ? body : undefined)
  return responseOf(await promise)
}

/** The body is received from now on; what nobody reads stays with the connection. */
function responseOf(incoming: IncomingMessage): ModelResponse {
  const headers = {
    get: (name: string) => incoming.headersDistinct[name.toLowerCase()]?.join(', ') ?? null,
  }
  return { status: incoming.statusCode ?? 502, headers, body: new IncomingBody(incoming) }
}

const WAITING_BYTES = 64 * 1024

/** Receives without waiting for the reader, so that the connection is free as soon as the body ends. */
class IncomingBody implements AsyncIterableIterator<Uint8Array> {
  readonly #incoming: IncomingMessage
  #waiting: Buffer[] = []
  #bytes = 0
  #failure: Error | undefined
  #wake: (() => void) | undefined

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
    const wake = () => this.#wake?.()
    incoming
      .on('data', (piece: Buffer) => {
        this.#waiting.push(piece)
        this.#bytes += piece.length
        if (this.#bytes >= WAITING_BYTES) incoming.pause()
        wake()
      })
      .on('error', (error) => {
        this.#failure = error
      })
      .once('close', wake)
      .once('end', wake)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** All that has arrived, as one piece. */
  next(): Promise<IteratorResult<Uint8Array>> {
    const ready = this.#take()
    if (ready) return ready
    return new Promise((resolve) => {
      this.#wake = () => {
        const news = this.#take()
        if (!news) return
        this.#wake = undefined
        resolve(news)
      }
    })
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#incoming.destroy()
    return { done: true, value: undefined }
  }

  #take(): Promise<IteratorResult<Uint8Array>> | undefined {
    const [first] = this.#waiting
    if (first) {
      const value = this.#waiting.length === 1 ? first : Buffer.concat(this.#waiting)
      this.#waiting = []
      if (this.#bytes >= WAITING_BYTES) this.#incoming.resume()
      this.#bytes = 0
      return Promise.resolve({ done: false, value })
    }
    if (this.#incoming.readableEnded) return Promise.resolve({ done: true, value: undefined })
    if (!this.#incoming.closed) return undefined
    return Promise.reject(this.#failure ?? new Error('The connection was closed before the body had ended.'))
  }
}
