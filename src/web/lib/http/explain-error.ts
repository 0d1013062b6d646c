import { ApiError } from './api.ts'

/** What went wrong, in plain words for the person in front of the screen; never a raw error. */
export function explainError(error: unknown): string {
  if (!(error instanceof ApiError)) return "The server can't be reached. Check the connection and try again."
  const seconds = error.problem?.retryAfter
  if (error.status === 429)
    return seconds === undefined
      ? 'Too many requests. Try again in a moment.'
      : `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  // 507: the server says itself that its disk is full.
  if (error.status >= 500 && error.status !== 507)
    return 'Something went wrong on the server. Try again in a moment.'
  return error.message
}
