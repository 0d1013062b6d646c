import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { NavLink, useLocation } from '../../lib/router/router.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CloseIcon, MenuIcon, SettingsIcon } from '../../ui/icons.tsx'
import { PaletteSlot } from '../palette/palette-slot.tsx'
import { AccountSlot } from './account-slot.tsx'
import { WalletSlot } from './wallet-slot.tsx'

/** The links of the header (section 2). */
const links = [
  { to: '/', name: 'Home' },
  { to: '/isolated', name: 'Isolated' },
  { to: '/vacant', name: 'Vacant' },
  { to: '/cryptic', name: 'Cryptic' },
  { to: '/realm', name: 'Realm' },
]

// If the code of the room links fails to load, the links above them still work.
const RoomLinks = lazy<ComponentType>(() =>
  import('../palette/room-links.tsx').catch(() => ({ default: () => null })),
)

/** @param props.children a message that is shown above every screen */
export function Header({ children }: { children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const menu = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere folds the menu
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    const fold = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    window.addEventListener('keydown', fold)
    return () => window.removeEventListener('keydown', fold)
  }, [])
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-ground/80 [backdrop-filter:blur(12px)]">
      <div className="wrap flex h-(--header-height) items-center gap-3 md:gap-7">
        <NavLink
          to="/"
          aria-label="Bionic, home"
          className="display flex items-center gap-2.5 text-[17px] font-bold tracking-[0.22em]"
        >
          <Mark />
          {/* A phone has no room for the name beside the controls; the link has an accessible name anyway. */}
          <span className="max-[430px]:hidden">BIONIC</span>
        </NavLink>
        <nav aria-label="Main" className="ml-2 hidden flex-1 gap-1 lg:flex">
          {links.map((link) => (
            <NavLink
              key={link.to}
              to={link.to}
              end={link.to === '/'}
              className="display relative px-3.5 py-3 text-[13px] font-medium tracking-[0.08em] text-soft transition-colors hover:text-text aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-3.5 aria-[current=page]:after:bottom-0.5 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-cyan aria-[current=page]:after:shadow-[0_0_14px_var(--color-cyan)]"
            >
              {link.name}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 lg:ml-0">
          <PaletteSlot />
          <ButtonLink to="/launch" size="small" className="max-lg:hidden">
            App
          </ButtonLink>
          <ButtonLink to="/management" size="small" icon className="max-lg:hidden" aria-label="Settings">
            <SettingsIcon width={18} height={18} />
          </ButtonLink>
          <AccountSlot />
          <WalletSlot />
          <Button
            tone="quiet"
            icon
            className="lg:hidden"
            aria-label={open ? 'Close the menu' : 'Open the menu'}
            aria-expanded={open}
            aria-controls={menu}
            onClick={() => setOpen(!open)}
          >
            {open ? <CloseIcon /> : <MenuIcon />}
          </Button>
        </div>
      </div>
      {children}
      <nav
        id={menu}
        aria-label="Main, folded"
        hidden={!open}
        className="absolute inset-x-0 top-full animate-fade max-h-[calc(100dvh-var(--header-height))] overflow-y-auto overscroll-contain border-b border-line-strong bg-deep px-4 pt-2 pb-5 lg:hidden"
      >
        {links.map((link) => (
          <NavLink
            key={link.to}
            to={link.to}
            end={link.to === '/'}
            className="display block border-l-2 border-transparent px-4 py-3 text-base text-soft aria-[current=page]:border-cyan aria-[current=page]:text-text"
          >
            {link.name}
          </NavLink>
        ))}
        {open && (
          <Suspense fallback={<div className="h-56" />}>
            <RoomLinks />
          </Suspense>
        )}
        <div className="mt-3 flex gap-3 px-4">
          <ButtonLink to="/launch">App</ButtonLink>
          <ButtonLink to="/management" icon aria-label="Settings">
            <SettingsIcon />
          </ButtonLink>
        </div>
      </nav>
    </header>
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
