import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

/** In milliseconds since 1970; null at the first paint, because the server does not know when the page is read. */
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
