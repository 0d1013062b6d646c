import { type Problem, problemSchema } from '../../../shared/common/errors.ts'
import { ApiError, refusalOf } from './api.ts'
import { type After, backoffMs, retryableStatuses } from './reconnecting.ts'

/** Milliseconds; each next pause is twice as long (section 9). */
const FIRST_RETRY_MS = 200
/** Longer than any `patience` in use. */
const PAUSES_MS = Array.from({ length: 8 }, (_, tries) => FIRST_RETRY_MS * 2 ** tries)

type Ask = (
  path: string,
  init: RequestInit,
  options: { patience: number; signal?: AbortSignal },
) => Promise<Response>

/**
 * Retries for at most `patience` milliseconds if the server can't be reached or a gateway reports so. Throws an
 * ApiError for an error response, and the error of `fetch` once `patience` is used up.
 * @param onAnswer called with every response, error responses included
 */
export function retryingFetch(parts: {
  fetch: typeof globalThis.fetch
  clock: () => number
  after: After
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
          throw refusalOf(response.status, await problemOf(response))
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
