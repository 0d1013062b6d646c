import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from '../../lib/router/router.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CloseIcon, MenuIcon, SettingsIcon } from '../../ui/icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PaletteSlot } from '../palette/palette-slot.tsx'
import { useIsUnknown } from '../routes.ts'
import * as texts from '../texts.ts'
import { IdentitySlot } from './identity-slot.tsx'
import { InboxSlot } from './inbox-slot.tsx'

/** Section 2 names these links. Only below realms are further screens. */
const links = [
  { to: '/', name: texts.home, line: texts.homeLine },
  { to: '/isolated', name: texts.isolated, line: texts.isolatedLine },
  { to: '/vacant', name: texts.vacant, line: texts.vacantLine },
  { to: '/cryptic', name: texts.cryptic, line: texts.crypticLine },
  { to: '/realm', name: texts.realm, line: texts.realmLine },
]

const RoomLinks = lazyPart(() => import('../palette/room-links.tsx'))

/** @param props.children a message that is shown above every screen */
export function Header({ children }: { children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const menu = useId()
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere folds the menu
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    // What is loaded with the room links does so with more; until then the focus would be lost with its link.
    const fold = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      if (document.activeElement?.closest('nav')?.id === menu) button.current?.focus()
      setOpen(false)
    }
    window.addEventListener('keydown', fold)
    return () => window.removeEventListener('keydown', fold)
  }, [menu])
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground/80 [backdrop-filter:blur(12px)]">
      <div className="wrap flex h-(--header-height) items-center gap-2 sm:gap-3 md:gap-7">
        <NavLink
          to="/"
          aria-label={texts.toHome}
          className="display -mx-[11px] flex min-h-11 items-center px-[11px] gap-2.5 text-17 font-bold tracking-[0.22em]"
        >
          <Mark />
          {/* A phone has no room for the name beside the controls; the link has an accessible name anyway. */}
          <span className="max-[30rem]:hidden">{texts.mark}</span>
        </NavLink>
        <WideLinks />
        <div className="ml-auto flex items-center gap-0.5 sm:gap-1.5 md:gap-2 lg:ml-0">
          <InboxSlot />
          <PaletteSlot />
          <ButtonLink to="/launch" size="small" className="max-lg:hidden">
            {texts.app}
          </ButtonLink>
          <ButtonLink
            to="/management"
            size="small"
            icon
            className="max-lg:hidden"
            aria-label={texts.settings}
          >
            <SettingsIcon width={18} height={18} />
          </ButtonLink>
          <IdentitySlot />
          <Button
            ref={button}
            tone="quiet"
            icon
            className="lg:hidden"
            aria-label={open ? texts.closeMenu : texts.openMenu}
            aria-expanded={open}
            aria-controls={menu}
            onClick={() => setOpen(!open)}
          >
            {open ? <CloseIcon /> : <MenuIcon />}
          </Button>
        </div>
      </div>
      {children}
      <FoldedLinks id={menu} open={open} onLeave={() => setOpen(false)} />
    </header>
  )
}

function WideLinks() {
  const isUnknown = useIsUnknown()
  return (
    <nav aria-label={texts.main} className="hidden flex-1 lg:flex xl:gap-1">
      {links.map((link) => (
        <div key={link.to} className="relative">
          <NavLink
            to={link.to}
            end={link.to !== '/realm' || isUnknown}
            title={link.line}
            className="display relative block px-2 py-3 text-13 font-medium tracking-[0.08em] text-soft transition-colors hover:text-text aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 xl:aria-[current=page]:after:inset-x-3.5 aria-[current=page]:after:bottom-0.5 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-cyan aria-[current=page]:after:shadow-[0_0_14px_var(--color-cyan)] xl:px-3.5 xl:pt-2.5 xl:pb-7.5"
          >
            {link.name}
          </NavLink>
          {/* The link's title says it to screen readers, and where there is no room for the line. */}
          <span
            aria-hidden="true"
            className="pointer-events-none block px-3.5 text-13 leading-none whitespace-nowrap text-muted max-xl:hidden xl:-mt-6.75 xl:mb-3.5"
          >
            {link.line}
          </span>
        </div>
      ))}
    </nav>
  )
}

function FoldedLinks({ id, open, onLeave }: { id: string; open: boolean; onLeave: () => void }) {
  const isUnknown = useIsUnknown()
  return (
    <nav
      id={id}
      aria-label={texts.mainFolded}
      hidden={!open}
      className="absolute inset-x-0 top-full animate-fade max-h-[calc(100dvh-var(--header-height))] overflow-y-auto overscroll-contain border-b border-line-strong bg-deep px-4 pt-2 pb-5 lg:hidden"
    >
      {links.map((link) => (
        <NavLink
          key={link.to}
          to={link.to}
          end={link.to !== '/realm' || isUnknown}
          className="flex min-h-11 items-baseline gap-3 border-l-2 border-transparent px-4 py-2.5 text-soft aria-[current=page]:border-cyan aria-[current=page]:text-text"
        >
          <span className="display w-19 flex-none text-base">{link.name}</span>
          <span className="text-sm text-muted">{link.line}</span>
        </NavLink>
      ))}
      {open && <InboxSlot isRow />}
      {open && (
        <Suspense fallback={<div className="h-56" />}>
          <RoomLinks onLeave={onLeave} />
        </Suspense>
      )}
      <div className="mt-3 flex gap-3 px-4">
        <ButtonLink to="/launch">{texts.app}</ButtonLink>
        <ButtonLink to="/management" icon aria-label={texts.settings}>
          <SettingsIcon />
        </ButtonLink>
      </div>
    </nav>
  )
}

function Mark() {
  return (
    <svg aria-hidden="true" width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="var(--color-cyan)">
      <path d="M12 1.8l8.8 5.1v10.2L12 22.2l-8.8-5.1V6.9z" strokeWidth="1.6" />
      <path d="M12 7.5v9M8.1 9.75l7.8 4.5M15.9 9.75l-7.8 4.5" strokeWidth="1.4" strokeLinecap="round" />
    </svg>
  )
}
