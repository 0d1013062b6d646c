import { ApiError } from './api.ts'

/** Returns a function that cancels the timer. */
export type After = (ms: number, call: () => void) => () => void

export interface Reconnecting {
  after: After
  /** In milliseconds; advances while the machine sleeps. */
  now: () => number
  /** From 0 up to, but not including, 1. */
  random: () => number
  /** The network is back, or the page is visible again. Returns a function that removes the listener. */
  onWake: (listener: (why: 'online' | 'visible') => void) => () => void
}

export const browserReconnecting: Reconnecting = {
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  now: () => Date.now(),
  random: () => Math.random(),
  onWake: (listener) => {
    const onOnline = () => listener('online')
    const onVisible = () => {
      if (document.visibilityState === 'visible') listener('visible')
    }
    window.addEventListener('online', onOnline)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('online', onOnline)
      document.removeEventListener('visibilitychange', onVisible)
    }
  },
}

/** The statuses of a gateway that are worth a retry (section 8). */
export const retryableStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** Pauses are up to this fraction shorter, so that pages which lost the same server do not reconnect all at once. */
const SPREAD = 0.2

/** Milliseconds before each retry of a stream or a request; the last value repeats. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 5_000]

/**
 * Milliseconds before the next try, for all retries in the web.
 * @param tries failed retries since the last success; the first try does not count
 * @param pauses milliseconds before each retry; the last value repeats
 */
export function backoffMs(tries: number, pauses: readonly number[], random: () => number): number {
  const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 0
  return pause * (1 - SPREAD * random())
}

/** The milliseconds that the server asked to wait (`retryAfter`). */
export function retryAfterMs(failure: unknown): number | undefined {
  const seconds = failure instanceof ApiError ? failure.problem?.retryAfter : undefined
  return seconds === undefined ? undefined : seconds * 1000
}

/**
 * Waits before a retry, with jitter: not at all before the first one, then longer each time. A wake of the page or the
 * signal ends it early; a wake does not shorten the `retryAfter` of `failure`, the last error.
 * @returns whether the page woke
 */
export function pauseBeforeTry(
  tries: number,
  { after, random, onWake }: Reconnecting,
  options: { signal?: AbortSignal; failure?: unknown } = {},
): Promise<boolean> {
  const { signal, failure } = options
  const usual = backoffMs(tries, PAUSES_MS, random)
  const asked = retryAfterMs(failure) ?? 0
  return new Promise((resolve) => {
    const end = (woke: boolean) => {
      cancel()
      ignoreWakes()
      signal?.removeEventListener('abort', onAbort)
      resolve(woke)
    }
    const onAbort = () => end(false)
    const cancel = after(Math.max(usual, asked), () => end(false))
    const ignoreWakes = onWake(() => asked === 0 && end(true))
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) end(false)
  })
}

export function maySucceedLater(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}

/** The server itself answered, as opposed to a gateway or nothing at all. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && !retryableStatuses.has(error.status)
}

/**
 * @param options.isFinal whether the error of a try, counted from 0, is final
 * @throws the final error, or the signal's reason
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
