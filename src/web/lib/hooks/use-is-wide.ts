import { useCallback, useSyncExternalStore } from 'react'

/** From here on, in pixels, a chat has room for a panel beside it; the classes of the screens say the same. */
const BESIDE_A_CHAT = 1100

/**
 * Whether there is room beside a chat.
 * @param first what the first paint assumes, which can't know
 */
export function useIsWideForPanel(first = false): boolean {
  return useIsWide(BESIDE_A_CHAT, first)
}

/**
 * Whether the window is at least so wide, in pixels.
 * @param first what the first paint assumes, which can't know
 */
export function useIsWide(pixels: number, first = false): boolean {
  const query = `(min-width: ${pixels}px)`
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
