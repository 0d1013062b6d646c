import { useCallback, useSyncExternalStore } from 'react'

/** Pixels of window width that a chat with a panel beside it needs. The screens' CSS classes repeat the value. */
const BESIDE_A_CHAT = 1100

/** @param first the value for the first paint, which does not know the window */
export function useIsWideForPanel(first = false): boolean {
  return useIsWide(BESIDE_A_CHAT, first)
}

/** @param first the value for the first paint, which does not know the window */
export function useIsWide(pixels: number, first = false): boolean {
  // As the classes say it, so that larger text in the browser moves both.
  const query = `(min-width: ${pixels / 16}rem)`
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => first,
  )
}
