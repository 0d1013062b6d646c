import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '../lib/router.tsx'

/**
 * Going to another screen starts at its top, for the eye and for a screen reader alike; going back returns to the
 * place that was left. A screen that only gets another address says so by `sameScreen` in the state of the navigation,
 * and one that takes the focus itself by `takesFocus`.
 * @param main gets the focus on a new screen, so that reading begins there
 */
export function useScrollMemory(main: RefObject<HTMLElement | null>): void {
  const { pathname, key, state } = useLocation()
  const type = useNavigationType()
  const places = useRef(new Map<string, number>())
  const shown = useRef(pathname)

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const remember = () => places.current.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const { sameScreen, takesFocus } = (state ?? {}) as { sameScreen?: boolean; takesFocus?: boolean }
    if (sameScreen && type !== 'POP') return
    window.scrollTo(0, type === 'POP' ? (places.current.get(key) ?? 0) : 0)
    if (!takesFocus || type === 'POP') main.current?.focus({ preventScroll: true })
  }, [pathname, key, type, state, main])
}
