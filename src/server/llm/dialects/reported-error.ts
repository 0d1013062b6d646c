import { messageOf } from '../http/error-message.ts'
import { errorNameOf, ReportedError } from '../model-error.ts'

/** What the kinds of errors would be as a status, where it matters whether another model may answer instead. */
const statuses: Readonly<Record<string, number>> = {
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  api_error: 500,
  server_error: 500,
  internal_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
  server_is_overloaded: 529,
}

/** An error within an answer that began well. */
export function reportedError(body: unknown): ReportedError {
  const error = (body as { error?: unknown }).error ?? body
  const { type, code } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const status = [code, type].map(statusOf).find((one) => one !== undefined)
  return new ReportedError(
    status === undefined ? 'APIError' : errorNameOf(status),
    messageOf(body) ?? 'The model server reported an error inside its answer.',
    body,
    { status },
  )
}

function statusOf(kind: unknown): number | undefined {
  if (typeof kind === 'string') return Object.hasOwn(statuses, kind) ? statuses[kind] : undefined
  const isPassing = Number.isInteger(kind) && (kind === 429 || (Number(kind) >= 500 && Number(kind) < 600))
  return isPassing ? Number(kind) : undefined
}
