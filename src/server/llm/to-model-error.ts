import { ModelError, type ModelErrorName } from './model-error.ts'

const MAX_MESSAGE_CHARACTERS = 300
const MAX_RETRY_AFTER_SECONDS = 3600

/** The classes are not imported, because that would load the SDK. */
const sdkErrors: ReadonlySet<string> = new Set<ModelErrorName>([
  'BadRequestError',
  'AuthenticationError',
  'PermissionDeniedError',
  'NotFoundError',
  'ConflictError',
  'UnprocessableEntityError',
  'RateLimitError',
  'InternalServerError',
  'APIError',
  'APIConnectionTimeoutError',
  'APIConnectionError',
])

interface SdkError extends Error {
  status?: number
  requestID?: string | null
  headers?: Headers
}

/** Makes an error loggable: typed, short, without the key and the sent messages, which upstreams repeat. */
export function toModelError(
  error: unknown,
  apiKey: string | undefined,
  sent: readonly { content: string }[] = [],
): ModelError {
  const readable = (message: string) =>
    repeats(message, sent) ? 'The model server repeated what it was asked.' : withoutSecrets(message, apiKey)
  if (error instanceof ModelError) return new ModelError(error.name, readable(error.message), error)
  if (!(error instanceof Error)) return new ModelError('APIError', 'An error without a text.')
  const { status, requestID, headers }: SdkError = error
  const name = error.constructor.name
  const cause = error.cause instanceof Error ? error.cause : undefined
  const reason = cause && ('code' in cause ? String(cause.code) : cause.message)
  return new ModelError(
    // Errors without an SDK type happened after the SDK's part, while the body was read.
    sdkErrors.has(name) ? (name as ModelErrorName) : 'ModelAnswerBroken',
    readable(reason ? `${error.message} (${reason})` : error.message),
    { status, upstreamRequestId: requestID ?? undefined, retryAfter: retryAfter(headers) },
  )
}

/** This many equal letters and digits in a row, ignoring everything between them, are no coincidence. */
const RUN = 10

function repeats(message: string, sent: readonly { content: string }[]): boolean {
  const said = squeezed(message.slice(0, 4 * MAX_MESSAGE_CHARACTERS))
  return sent.some(({ content }) => {
    const text = squeezed(content)
    if (text.length < RUN) return text.length > 2 && said.includes(text)
    for (let at = 0; at + RUN <= said.length; at++) if (text.includes(said.slice(at, at + RUN))) return true
    return false
  })
}

/** An upstream may quote, escape or break a text differently. */
function squeezed(text: string): string {
  return text.toLowerCase().replace(/\\[nrt"]|[^\p{L}\p{N}]/gu, '')
}

function withoutSecrets(message: string, apiKey: string | undefined): string {
  const hidden = apiKey ? message.replaceAll(apiKey, '[key]') : message
  return hidden
    .replace(/\bBearer\s+\S+/gi, 'Bearer [key]')
    .replace(/\bsk-[\w*-]{4,}/g, '[key]')
    .slice(0, MAX_MESSAGE_CHARACTERS)
}

/** A number of seconds or a date, as whole seconds. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after')
  if (!value) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  if (!Number.isFinite(seconds)) return undefined
  return Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_AFTER_SECONDS)
}
