import { ApiError } from './api.ts'
import { maySucceedLater } from './reconnecting.ts'

/** So many take about a minute, within which a server starts again. */
const TRIES = 15

/**
 * For `withRetry`: a server that starts or is about to end begins nothing, so the same request goes to another server or
 * to the next one. Until that listens no connection may open at all.
 */
export function finalUnlessRestarting(): (error: unknown, tries: number) => boolean {
  let isRestarting = false
  return (error, tries) => {
    isRestarting ||= error instanceof ApiError && error.problem?.code === 'not_ready'
    return !isRestarting || !maySucceedLater(error) || tries + 1 >= TRIES
  }
}
