import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

/**
 * The start of the current minute, in milliseconds since 1970. It is null at the first paint, because the server does
 * not know when the page will be read.
 */
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
