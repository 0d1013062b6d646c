import { useCallback, useSyncExternalStore } from 'react'

/**
 * The window width in pixels from which a chat has room for a panel beside it. The screens' CSS classes use the same
 * value.
 */
const BESIDE_A_CHAT = 1100

/**
 * Whether the window is wide enough for a panel beside a chat.
 * @param first the value for the first paint, which does not know the window
 */
export function useIsWideForPanel(first = false): boolean {
  return useIsWide(BESIDE_A_CHAT, first)
}

/**
 * Whether the window is at least this many pixels wide.
 * @param first the value for the first paint, which does not know the window
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
