import type { ClientResponse } from 'hono/client'
import type * as z from 'zod/mini'
import { parseJson } from '../parse-json.ts'
import { unwrap } from './api.ts'

/** Milliseconds that the server has to close a stream after its last event, before it is cancelled. */
const CLOSING_MS = 10_000

/**
 * Yields the events of a server-sent stream. Skips those that don't match the schema, so that an older page works with
 * a newer server. Ending the loop cancels the stream; after its last event the server closes it, because a cancelled
 * request would count as aborted.
 * @param onBytes called for every chunk, heartbeats included: it shows that the connection is alive
 * @throws an `AbortError` when the request was aborted, a `TypeError` when the network broke
 */
export async function* readEvents<Schema extends z.ZodMiniType>(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  schema: Schema,
  onBytes: () => void = () => {},
  isLast: (event: z.output<Schema>) => boolean = () => false,
): AsyncGenerator<z.output<Schema>, void> {
  let data: string[] = []
  let isOver = false
  for await (const line of readLines(body, onBytes, () => isOver)) {
    // Comments, ids and event names are ignored; the data contains its own type.
    if (line === 'data' || line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    if (line !== '' || data.length === 0) continue
    const parsed = schema.safeParse(parseJson(data.join('\n')))
    data = []
    if (!parsed.success) continue
    isOver = isLast(parsed.data)
    yield parsed.data
  }
}

/** @throws {ApiError} for an error response, and whatever `readEvents` throws */
export async function* readAnswer<Schema extends z.ZodMiniType>(
  pending: Promise<ClientResponse<unknown, number, string>>,
  schema: Schema,
  onBytes?: () => void,
  isLast?: (event: z.output<Schema>) => boolean,
): AsyncGenerator<z.output<Schema>, void> {
  const response = await pending
  if (!response.ok) await unwrap(Promise.resolve(response))
  if (response.body) yield* readEvents(response.body, schema, onBytes, isLast)
}

/** Lines end with LF, CRLF or CR, and may span any number of chunks. */
async function* readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBytes: () => void,
  isOver: () => boolean,
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
    if (isOver()) void readToEnd(reader)
    else await reader.cancel().catch(() => {})
  }
}

async function readToEnd(reader: ReadableStreamDefaultReader): Promise<void> {
  const timer = setTimeout(() => reader.cancel().catch(() => {}), CLOSING_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The last event has arrived, so nothing of it is lost.
  } finally {
    clearTimeout(timer)
  }
}
