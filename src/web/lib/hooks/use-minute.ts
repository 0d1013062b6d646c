import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

/** The minute that has begun, as milliseconds since 1970; null at the first paint, which can't know when it is read. */
export function useMinute(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
    () => null,
  )
}

function subscribe(tell: () => void): () => void {
  const timer = setInterval(tell, MINUTE_MS / 4)
  return () => clearInterval(timer)
}
