import * as texts from '../texts.ts'
import { ApiError } from './api.ts'

/** Raw error messages are never shown. */
export function explainError(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.unreachable
  const seconds = error.problem?.retryAfter
  if (error.status === 429)
    return seconds === undefined ? texts.tooManyRequests : texts.tooManyRequestsFor(seconds)
  // With status 507 the server's own message says that its disk is full.
  if (error.status >= 500 && error.status !== 507) return texts.serverFailed
  return error.message
}
