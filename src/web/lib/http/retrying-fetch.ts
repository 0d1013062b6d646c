import { type Problem, problemSchema } from '../../../shared/common/errors.ts'
import { ApiError } from './api.ts'
import { backoffMs, retryableStatuses } from './reconnecting.ts'

/** Section 9: the first wait before a retry, in milliseconds; each next one is twice as long. */
const FIRST_RETRY_MS = 200
/** The waits before each retry; patience ends before they do. */
const PAUSES_MS = Array.from({ length: 8 }, (_, tries) => FIRST_RETRY_MS * 2 ** tries)

/** A way to wait: calls back after so many milliseconds, and returns what takes the call back. */
export type After = (ms: number, call: () => void) => () => void

export type Ask = (
  path: string,
  init: RequestInit,
  options: { patience: number; signal?: AbortSignal },
) => Promise<Response>

/**
 * A fetch that tries again where the server can't be reached or a gateway says so, for `patience` milliseconds at most.
 * It throws an ApiError for any answer that is no success, and what fetch throws once patience is at its end.
 * @param onAnswer sees every answer, refusals included
 */
export function retryingFetch(parts: {
  fetch: typeof globalThis.fetch
  clock: () => number
  after: After
  /** From 0 up to 1. */
  random: () => number
  onAnswer: (response: Response) => void
}): Ask {
  const { fetch, clock, after, random, onAnswer } = parts

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = after(ms, resolve)
      signal?.addEventListener('abort', () => {
        cancel()
        reject(signal.reason)
      })
    })
  }

  return async (path, init, { patience, signal }) => {
    const started = clock()
    for (let tries = 0; ; tries++) {
      const wait = backoffMs(tries, PAUSES_MS, random)
      const isLast = clock() - started + wait > patience
      try {
        const response = await fetch(path, { ...init, ...(signal && { signal }) })
        onAnswer(response)
        if (response.ok) return response
        if (isLast || !retryableStatuses.has(response.status))
          throw new ApiError(response.status, await problemOf(response))
      } catch (error) {
        if (isLast || error instanceof ApiError || signal?.aborted) throw error
      }
      await sleep(wait, signal)
    }
  }
}

async function problemOf(response: Response): Promise<Problem | undefined> {
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = problemSchema.safeParse(body)
  return parsed.success ? parsed.data : undefined
}
