import type { ClientResponse } from 'hono/client'
import type * as z from 'zod/mini'
import { unwrap } from './api.ts'

/**
 * Yields the events of a server-sent stream as they arrive, each parsed with the schema. An event that does not match
 * the schema is skipped, so that an older page works with a newer server. Ending the loop cancels the stream.
 * @param body the body of a response of type `text/event-stream`
 * @param onBytes called for every chunk that arrives, the server's heartbeats included: it shows that the connection
 *   is alive
 * @throws whatever reading throws: an `AbortError` when the request was aborted, a `TypeError` when the network broke
 */
export async function* readEvents<Schema extends z.ZodMiniType>(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  schema: Schema,
  onBytes: () => void = () => {},
): AsyncGenerator<z.output<Schema>, void> {
  let data: string[] = []
  for await (const line of readLines(body, onBytes)) {
    // Comments, ids and event names are ignored; the data contains its own type.
    if (line === 'data' || line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    if (line !== '' || data.length === 0) continue
    const parsed = schema.safeParse(parseJson(data.join('\n')))
    data = []
    if (parsed.success) yield parsed.data
  }
}

/**
 * Yields the events of a streamed response. @throws {ApiError} for an error response, and whatever `readEvents` throws
 */
export async function* readAnswer<Schema extends z.ZodMiniType>(
  pending: Promise<ClientResponse<unknown, number, string>>,
  schema: Schema,
  onBytes?: () => void,
): AsyncGenerator<z.output<Schema>, void> {
  const response = await pending
  if (!response.ok) await unwrap(Promise.resolve(response))
  if (response.body) yield* readEvents(response.body, schema, onBytes)
}

/** Yields the lines of a stream. Lines end with LF, CRLF or CR, and may span any number of chunks. */
async function* readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: () => void,
): AsyncGenerator<string, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (!done) onBytes()
      // A CR at the end of a chunk may be the first half of a CRLF, so it waits for the next one.
      const text = rest + decoder.decode(value, { stream: !done })
      const lines = text.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      yield* lines
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
