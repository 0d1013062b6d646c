import { pauseBeforeTry, type Reconnecting } from '../../lib/http/reconnecting.ts'

/**
 * Repeats a request until it succeeds, or fails for good.
 * @param options.isFinal whether a failure of the try with this number, counted from 0, ends it
 * @param options.onRetry called with what went wrong, before the pause
 * @throws what ended it, or the signal's reason
 */
export async function withRetry<Result>(
  work: (tries: number) => Promise<Result>,
  options: {
    time: Reconnecting
    signal?: AbortSignal
    isFinal: (error: unknown, tries: number) => boolean
    onRetry?: (error: unknown) => void
  },
): Promise<Result> {
  const { time, signal, isFinal, onRetry } = options
  for (let tries = 0; ; tries++) {
    try {
      return await work(tries)
    } catch (error) {
      if (signal?.aborted || isFinal(error, tries)) throw error
      onRetry?.(error)
      await pauseBeforeTry(tries, time, { ...(signal && { signal }), failure: error })
      signal?.throwIfAborted()
    }
  }
}
