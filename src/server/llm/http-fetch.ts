import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

const plainAgent = new PlainAgent({ keepAlive: true })
const secureAgent = new SecureAgent({ keepAlive: true })

/**
 * The `fetch` of the SDK. Node's own times out after five minutes without a byte, while section 9 gives a model ten (a
 * local one may be loading), and delivers the first text later. Redirects are not followed, so that the key is only
 * sent to the configured address.
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
  return new Response(bodyOf(incoming), { status, headers })
}

const WAITING_BYTES = 64 * 1024

/** Receives without waiting for the reader, so that the connection is free as soon as the body ends. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let waiting: Buffer[] = []
  let bytes = 0
  let arrived = Promise.withResolvers<void>()
  let failure: Error | undefined
  incoming
    .on('data', (piece: Buffer) => {
      waiting.push(piece)
      bytes += piece.length
      if (bytes >= WAITING_BYTES) incoming.pause()
      arrived.resolve()
    })
    .on('error', (error) => {
      failure = error
    })
    .once('close', () => arrived.resolve())
    .once('end', () => arrived.resolve())
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await arrived.promise
        if (waiting.length > 0) {
          controller.enqueue(Buffer.concat(waiting))
          waiting = []
          bytes = 0
          if (!incoming.readableEnded && !incoming.closed) arrived = Promise.withResolvers()
          incoming.resume()
        } else if (incoming.readableEnded) controller.close()
        else controller.error(failure ?? new Error('The connection was closed before the body had ended.'))
      },
      cancel() {
        incoming.destroy()
      },
    },
    // Nothing is read ahead, so what arrives meanwhile is joined.
    { highWaterMark: 0 },
  )
}

/** An error's body is read for the log only, so its bytes and milliseconds are limited. */
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
    // The body broke off; what has arrived is enough.
  } finally {
    clearTimeout(late)
  }
  return text
}
