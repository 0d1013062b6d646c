import type { ModelResponse } from '../model-address.ts'
import { errorNameOf, ReportedError } from '../model-error.ts'
import { messageOf } from './error-message.ts'

/** What a model server answers instead. */
export async function refusalOf({ status, headers, body }: ModelResponse): Promise<ReportedError> {
  const text = await beginningOf(body)
  const said = parsed(text)
  return new ReportedError(errorNameOf(status), `${status} ${messageOf(said) ?? text}`.trim(), said, {
    status,
    upstreamRequestId: headers.get('x-request-id') ?? headers.get('request-id') ?? undefined,
    retryAfter: retryAfterOf(headers.get('retry-after')),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** An error's body is read to understand it, so its bytes and milliseconds are limited. */
const MAX_ERROR_BYTES = 64 * 1024
const ERROR_BODY_MS = 5_000

export async function beginningOf(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  if (!body) return ''
  const pieces = body[Symbol.asyncIterator]()
  const late = setTimeout(() => void pieces.return?.().catch(() => {}), ERROR_BODY_MS)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) break
      text += decoder.decode(value, { stream: true })
      if (text.length <= MAX_ERROR_BYTES) continue
      void pieces.return?.().catch(() => {})
      break
    }
  } catch {
    // The body broke off; what has arrived is enough.
  } finally {
    clearTimeout(late)
  }
  return text
}

const MAX_RETRY_AFTER_SECONDS = 3600

/** A number of seconds or a date, as whole seconds. */
function retryAfterOf(value: string | null): number | undefined {
  if (!value) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  if (!Number.isFinite(seconds)) return undefined
  return Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_AFTER_SECONDS)
}
