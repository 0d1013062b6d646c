import { Failure } from '../domain/failure.ts'
import { checkJson } from './check-json.ts'
import type { AppContext } from './context.ts'

/**
 * Refuses a body beyond so many bytes: by its announced length, unread, or, where none is announced, as it is read.
 * @throws {Failure} `body_too_large`
 */
export function boundBody(c: AppContext, max: number): void {
  const announced = c.req.header('content-length')
  if (announced !== undefined && Number(announced) > max) throw tooLarge(max)
  // From a socket, the HTTP parser holds a body to the length that it announced, and there is none without one.
  const isFramed = c.env?.incoming !== undefined && c.req.header('transfer-encoding') === undefined
  if (isFramed || c.req.method === 'GET' || c.req.method === 'HEAD') return
  const { body } = c.req.raw
  if (!body) return
  let bytes = 0
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length
        if (bytes > max) controller.error(tooLarge(max))
        else controller.enqueue(chunk)
      },
    }),
  )
  c.req.raw = new Request(c.req.raw, { body: counted, duplex: 'half' } as RequestInit)
}

function tooLarge(max: number): Failure {
  return new Failure('body_too_large', `The body can have at most ${max.toLocaleString('en-US')} bytes.`)
}

/**
 * Reads a body. Where its sender takes a while, the request gives its place among those that are worked on to others
 * until the body is here.
 * @throws {Failure} `bad_request` where the sender went before it was here, whom the answer won't reach
 */
export async function readBody<Body>(c: AppContext, read: () => Promise<Body>): Promise<Body> {
  try {
    return await (c.env?.incoming?.complete === false ? c.get('aside')(read) : read())
  } catch (error) {
    // Else its code would be taken for that of a lost database.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    throw new Failure('bad_request', 'The body did not come whole.', { cause: error })
  }
}

/**
 * The JSON that a request brings, of whatever shape. This is the one place where bodies are parsed.
 * @throws {Failure} `unsupported_media_type`, `body_too_large`, `malformed_json`, or `validation_failed` for one that
 * is too deep or has too many values
 */
export async function readJson(c: AppContext): Promise<unknown> {
  const type = c.req.header('content-type')?.split(';', 1).join().trim().toLowerCase()
  if (type !== 'application/json')
    throw new Failure('unsupported_media_type', 'Send the body as application/json.')
  const text = await readBody(c, () => c.req.text())
  const fault = checkJson(text)
  if (fault) throw new Failure('validation_failed', fault, { errors: { body: fault } })
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('malformed_json', 'The body is not valid JSON.')
  }
}
