import { ApiError } from './api.ts'

/** Describes an error in plain words for the person in front of the screen. Raw error messages are never shown. */
export function explainError(error: unknown): string {
  if (!(error instanceof ApiError)) return "The server can't be reached. Check the connection and try again."
  const seconds = error.problem?.retryAfter
  if (error.status === 429)
    return seconds === undefined
      ? 'Too many requests. Try again in a moment.'
      : `Too many requests. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
  // With status 507 the server's own message says that its disk is full.
  if (error.status >= 500 && error.status !== 507)
    return 'Something went wrong on the server. Try again in a moment.'
  return error.message
}
