import { checkJson, type JsonBounds } from '../base/check-json.ts'
import { Failure } from '../domain/failure.ts'
import type { AppContext } from './context.ts'

/** In bytes: what a sender may still send after a refusal, so that one who reads the answer only then gets it. */
const DISCARDED_BYTES = 8 * 1024 * 1024

/** Refuses a body of more than `max` bytes, unread if its length is announced. @throws {Failure} `body_too_large` */
export function boundBody(c: AppContext, max: number): void {
  const announced = c.req.header('content-length')
  if (announced !== undefined && Number(announced) > max) throw tooLarge(max)
  // On a socket, the HTTP parser limits a body to its announced length, and without a length there is no body.
  const isFramed = c.env?.incoming !== undefined && c.req.header('transfer-encoding') === undefined
  if (isFramed || c.req.method === 'GET' || c.req.method === 'HEAD') return
  const { body } = c.req.raw
  if (!body) return
  let bytes = 0
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > max) controller.error(tooLarge(max))
      else controller.enqueue(chunk)
    },
  })
  // Cancelled, it would take its connection along before the sender has read why.
  body.pipeTo(writable, { preventCancel: true }).catch(() => discard(body, DISCARDED_BYTES))
  c.req.raw = new Request(c.req.raw, { body: readable, duplex: 'half' } as RequestInit)
}

function tooLarge(max: number): Failure {
  return new Failure('body_too_large', `The body can have at most ${max.toLocaleString('en-US')} bytes.`)
}

/**
 * Reads a body; the request has no place in the queue while a slow sender is awaited.
 * @throws {Failure} `bad_request` if the sender disconnected
 */
export async function readBody<Body>(c: AppContext, read: () => Promise<Body>): Promise<Body> {
  try {
    return await (c.env?.incoming?.complete === false ? c.get('aside')(read) : read())
  } catch (error) {
    // Otherwise its code would be mistaken for that of a lost database connection.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    throw new Failure('bad_request', 'The body did not arrive completely.', { cause: error })
  }
}

/** Reads a form without files. @throws {Failure} `unsupported_media_type`, `body_too_large` */
export async function readForm(c: AppContext): Promise<URLSearchParams> {
  if (mediaType(c) !== 'application/x-www-form-urlencoded')
    throw new Failure('unsupported_media_type', 'Send the form the way a browser does.')
  return new URLSearchParams(await readBody(c, () => c.req.text()))
}

export const mediaType = (c: AppContext) =>
  c.req.header('content-type')?.split(';', 1).join().trim().toLowerCase()

/** Passes a body to `take` while it arrives, under the conditions of `readBody`. @throws {Failure} as there */
export async function streamBody<Result>(
  c: AppContext,
  take: (content: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const { body } = c.req.raw
  const work = async () => {
    try {
      return await take(body ? wholeOf(body) : emptyBody())
    } finally {
      if (body) discard(body)
    }
  }
  return c.env?.incoming?.complete === false ? c.get('aside')(work) : work()
}

async function* wholeOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // Cancelled, the rest could not be discarded.
    yield* body.values({ preventCancel: true })
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure('bad_request', 'The body did not arrive completely.', { cause: error })
  }
}

/**
 * Reads what is left of a body, or its connection would be closed under the answer or the next request: what has been
 * read as a stream is emptied by no one else. `endAfterBody` limits how long that takes, and closes what is left.
 */
function discard(body: ReadableStream<Uint8Array>, most = Number.POSITIVE_INFINITY): void {
  let bytes = 0
  const nowhere = new WritableStream<Uint8Array>({
    write(chunk, controller) {
      bytes += chunk.length
      if (bytes > most) controller.error()
    },
  })
  body.pipeTo(nowhere, { preventCancel: true }).catch(() => {})
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

/** JSON is UTF-8 (RFC 8259). Decoded leniently, letters of another encoding would be stored as marks for broken ones. */
function decodeJson(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new Failure('malformed_json', 'The body is not UTF-8.')
  }
}

/**
 * Parses a JSON body of any shape. This is the only place where bodies are parsed.
 * @throws {Failure} `unsupported_media_type`, `body_too_large`, `malformed_json`, `validation_failed` (depth, size)
 */
export async function readJson(c: AppContext, bounds?: JsonBounds): Promise<unknown> {
  if (mediaType(c) !== 'application/json')
    throw new Failure('unsupported_media_type', 'Send the body as application/json.')
  const text = decodeJson(await readBody(c, () => c.req.arrayBuffer()))
  const fault = checkJson(text, bounds)
  if (fault) throw new Failure('validation_failed', fault, { errors: { body: fault } })
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('malformed_json', 'The body is not valid JSON.')
  }
}
