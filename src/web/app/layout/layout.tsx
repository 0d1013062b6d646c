import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useReachable } from '../../lib/http/reachability.ts'
import { useLocation, useNavigationType } from '../../lib/router/router.tsx'
import * as texts from '../texts.ts'
import { Background } from './background.tsx'
import { Header } from './header.tsx'

const OfflineStrip = lazy<ComponentType>(() =>
  import('../offline/offline-strip.tsx').catch(() => ({ default: () => null })),
)

export function Layout({ children }: { children: ReactNode }) {
  const reachable = useReachable()
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 bg-cyan px-4 py-3 font-semibold text-ink focus:translate-y-0"
      >
        {texts.skip}
      </a>
      <Background />
      <Header>
        {!reachable && (
          <Suspense>
            <OfflineStrip />
          </Suspense>
        )}
      </Header>
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
 * A new screen starts at its top, and going back restores the position. In the state of a navigation, `sameScreen` says
 * that only the address changes, and `takesFocus` that the screen takes the focus itself.
 * @param main gets the focus on a new screen, so that a screen reader starts there
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
