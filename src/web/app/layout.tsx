import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from '../lib/router/router.tsx'
import { Background } from './background.tsx'
import { Header } from './header.tsx'

/** The shell around every screen. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 bg-cyan px-4 py-3 font-semibold text-ink focus:translate-y-0"
      >
        Skip to the content
      </a>
      <Background />
      <Header />
      <Main>{children}</Main>
      <div className="noise" aria-hidden="true" />
      <div className="grain" aria-hidden="true" />
    </>
  )
}

function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  useScrollMemory(main)
  return (
    <main id="main" ref={main} tabIndex={-1} className="outline-none">
      {children}
    </main>
  )
}

/**
 * Going to another screen starts at its top, for the eye and for a screen reader alike; going back returns to the
 * place that was left. A screen that only gets another address says so by `sameScreen` in the state of the navigation,
 * and one that takes the focus itself by `takesFocus`.
 * @param main gets the focus on a new screen, so that reading begins there
 */
function useScrollMemory(main: RefObject<HTMLElement | null>): void {
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
