import { ApiError } from './api.ts'
import type { After } from './retrying-fetch.ts'

/** What a page knows of its network and its time. */
export interface Reconnecting {
  after: After
  /** In milliseconds; goes on while the machine sleeps. */
  now: () => number
  /** From 0 up to 1. */
  random: () => number
  /** Tells when there is a network again (`online`), or somebody looks at the page again (`visible`). Returns what ends it. */
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

/** Section 8: the gateway's statuses that are worth another try. */
export const retryableStatuses: ReadonlySet<number> = new Set([502, 503, 504])

/** A wait is up to this much longer than written down, so that pages which lost the same server do not come back as one. */
const SPREAD = 0.2

/** Milliseconds before each next try of a stream or a request; the last one stays. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 5_000]

/**
 * The backoff of everything in the web that tries again: milliseconds before the next try, never less than written down.
 * @param tries how many tries have failed since something last went well, not counting the first
 * @param pauses milliseconds before each next try; the last one stays
 */
export function backoffMs(tries: number, pauses: readonly number[], random: () => number): number {
  const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 0
  return pause * (1 + SPREAD * random())
}

/** How long a server asks to be left in peace, in milliseconds; undefined where it does not. */
export function retryAfterMs(failure: unknown): number | undefined {
  const seconds = failure instanceof ApiError ? failure.problem?.retryAfter : undefined
  return seconds === undefined ? undefined : seconds * 1000
}

/**
 * Waits before the next try: not at all before the first, then longer, each time a little differently, so that pages which
 * lost the same server do not come back as one. Ends early when the page wakes, and when the signal is aborted.
 * @param failure what the last try threw; a server that says when to come again is believed
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
    // Whoever was told to wait has to.
    const ignoreWakes = onWake(() => asked === 0 && end(true))
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) end(false)
  })
}

/** Whether it may be otherwise next time: no network, a gateway without its server, too many requests, a server in trouble. */
export function maySucceedLater(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}

/** Whether a server answered at all, rather than a gateway in its place or nobody. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && !retryableStatuses.has(error.status)
}
