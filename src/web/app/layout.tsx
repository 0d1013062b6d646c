import { type ReactNode, useRef } from 'react'
import { Background } from './background.tsx'
import { Header } from './header.tsx'
import { useScrollMemory } from './use-scroll-memory.ts'

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
