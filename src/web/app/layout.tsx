import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
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

/** After going to another screen, reading starts at its top, for the eye and for a screen reader alike. */
function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main id="main" ref={main} tabIndex={-1} className="outline-none">
      {children}
    </main>
  )
}
