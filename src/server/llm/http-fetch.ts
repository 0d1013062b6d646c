import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'

const plainAgent = new PlainAgent({ keepAlive: true })
const secureAgent = new SecureAgent({ keepAlive: true })

/**
 * As much of `fetch` as the SDK uses, over `node:http`. Node's own gives up after five minutes without a header or
 * a byte, where section 9 gives a model ten (a local one may still be loading), and brings the first word later.
 * Redirects are not followed: the key goes to the configured address and nowhere else.
 */
export async function httpFetch(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address instanceof Request ? address.url : address)
  const secure = url.protocol === 'https:'
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = (secure ? secureRequest : plainRequest)(url, {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(init.headers instanceof Headers ? init.headers : new Headers(init.headers)),
    agent: secure ? secureAgent : plainAgent,
    signal: init.signal ?? undefined,
  })
  outgoing.once('response', resolve).on('error', reject)
  outgoing.setNoDelay(true)
  outgoing.end(typeof init.body === 'string' ? init.body : undefined)
  const incoming = await promise

  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const status = incoming.statusCode ?? 502
  if (status >= 300 && status !== 304) return new Response(await beginningOf(incoming), { status, headers })
  if (status === 204 || status === 304) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  return new Response(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, { status, headers })
}

/** An error's body is read for the log alone: it may neither be long nor take long. */
const MAX_ERROR_BYTES = 64 * 1024
const ERROR_BODY_MS = 5_000

async function beginningOf(incoming: IncomingMessage): Promise<string> {
  const late = setTimeout(() => incoming.destroy(), ERROR_BODY_MS)
  let text = ''
  try {
    for await (const piece of incoming.setEncoding('utf8')) {
      text += piece
      if (text.length > MAX_ERROR_BYTES) break
    }
  } catch {
    // It broke off; what came is enough.
  } finally {
    clearTimeout(late)
  }
  return text
}
