import { NotPublic, Unresolved } from '../../base/network/network.ts'
import type { ModelResponse, SendRequest } from '../../llm/model-address.ts'
import { McpFault } from './mcp-fault.ts'

/** Of one request, each of which is checked; further ones fail it. */
const REDIRECTS = 3

/** What the client and OAuth read of a response; others are not handed on. */
const READ_HEADERS = [
  ...['cache-control', 'content-type', 'dpop-nonce', 'etag', 'location'],
  ...['mcp-protocol-version', 'mcp-session-id', 'retry-after', 'www-authenticate'],
]

export type McpFetch = (address: string | URL, init?: RequestInit) => Promise<Response>

interface BoundedFetchOptions {
  /** Asks addresses that are allowed, and follows no redirect. */
  send: SendRequest
  /** Of one body; more closes the connection and fails the request. */
  maxBytes: number
  /** Is told why a request failed, as what waits for it may say it in other words. */
  onFault?: (fault: McpFault) => void
  /** Sees each response before its body is read. */
  onResponse?: (response: Response) => void
}

/**
 * A `fetch` for what a server of the protocol and its sign-in name: through the guarded network, with bodies that are
 * counted while they come, and redirects that stay at their origin and keep their method.
 */
export function boundedFetch({ send, maxBytes, onFault, onResponse }: BoundedFetchOptions): McpFetch {
  const fail = (fault: McpFault) => {
    onFault?.(fault)
    return fault
  }
  return async (address, init = {}) => {
    const method = init.method ?? 'GET'
    // A stream of notices would be held open by every connection; one that goes on with an answer is asked for.
    const headers = new Headers(init.headers)
    if (method === 'GET' && isNoticeStream(headers)) return new Response(null, { status: 405 })
    headers.set('accept-encoding', 'identity')
    if (init.body instanceof URLSearchParams && !headers.has('content-type'))
      headers.set('content-type', 'application/x-www-form-urlencoded')
    const body = init.body instanceof URLSearchParams ? String(init.body) : init.body
    const sent = { ...init, method, headers, ...(body != null && { body }) }
    let url = new URL(address)
    for (let followed = 0; ; followed++) {
      const given = await send(url, sent).catch((error: unknown) => {
        throw isEnded(init.signal) ? error : fail(faultOfSending(error))
      })
      const next = redirectOf(given, url)
      if (next === null) {
        const response = responseOf(given, maxBytes, fail)
        onResponse?.(response)
        return response
      }
      await given.body?.[Symbol.asyncIterator]().return?.()
      const keeps = method === 'GET' || given.status === 307 || given.status === 308
      if (next.origin !== url.origin || !keeps || followed === REDIRECTS)
        throw fail(
          new McpFault('redirected', `It leads to another address (${next.host}), which is not followed.`),
        )
      url = next
    }
  }
}

const isEnded = (signal: AbortSignal | null | undefined) => signal?.aborted === true

const isNoticeStream = (headers: Headers) =>
  headers.get('accept')?.includes('text/event-stream') === true && !headers.has('last-event-id')

function redirectOf({ status, headers }: ModelResponse, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null
  return URL.parse(headers.get('location') ?? '', from.href)
}

function faultOfSending(error: unknown): McpFault {
  if (error instanceof NotPublic)
    return new McpFault('not-public', `Its address is not one that may be asked: ${error.message}.`)
  if (error instanceof Unresolved) return new McpFault('unreachable', 'Its host has no address.')
  return new McpFault('unreachable', 'It can’t be reached.')
}

function responseOf(given: ModelResponse, maxBytes: number, fail: (fault: McpFault) => McpFault): Response {
  const headers = new Headers()
  for (const name of READ_HEADERS) {
    const value = given.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const status = given.status >= 200 && given.status <= 599 ? given.status : 502
  const hasNone = given.body === null || [204, 205, 304].includes(status)
  const body = hasNone ? null : countedStream(given.body as AsyncIterable<Uint8Array>, maxBytes, fail)
  return new Response(body, { status, headers })
}

function countedStream(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  fail: (fault: McpFault) => McpFault,
): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  let bytes = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) return controller.close()
      bytes += value.length
      if (bytes <= maxBytes) return controller.enqueue(value)
      await pieces.return?.()
      controller.error(
        fail(new McpFault('too-large', `Its answer is larger than ${Math.floor(maxBytes / 1024)} KB.`)),
      )
    },
    async cancel() {
      await pieces.return?.()
    },
  })
}
