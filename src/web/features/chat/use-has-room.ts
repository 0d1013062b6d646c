import { useSyncExternalStore } from 'react'

/** From here on, in pixels, the list of conversations has its place beside the chat; the classes of the screen say the same. */
const query = '(min-width: 1100px)'

/** Whether the list stands beside the chat. The first paint leaves its place empty, so that a phone never loads it. */
export function useHasRoom(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
