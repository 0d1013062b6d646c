import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useEscape } from '../../blocks/form/use-escape.ts'
import { rooms } from '../../features/home/rooms.ts'
import { NavLink } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { install, useCanInstall } from '../install-offer.ts'
import { useIsUnknown } from '../routes.ts'
import * as texts from '../texts.ts'

/**
 * Within the folded menu, as long as it is open. With the button that installs the app if the browser can.
 * @param props.onLeave when the focus has left the header
 */
export default function RoomLinks({ onLeave }: { onLeave: () => void }) {
  const canInstall = useCanInstall()
  const isUnknown = useIsUnknown()
  const links = useRef<HTMLDivElement>(null)
  useMenuFocus(links, onLeave)
  return (
    <>
      <div ref={links} className="mt-3 grid grid-cols-2 gap-x-2 border-t border-line pt-3">
        {rooms.map(({ id, title, subtitle, to }) => (
          <NavLink
            key={id}
            to={to}
            end={isUnknown}
            className="grid content-start gap-0.5 border-l-2 border-transparent px-4 py-2.5 text-soft aria-[current=page]:border-cyan aria-[current=page]:text-text"
          >
            <span className="display text-15">{title}</span>
            <span className="text-13 leading-snug text-muted">{subtitle}</span>
          </NavLink>
        ))}
      </div>
      {canInstall && (
        <Button tone="quiet" className="mt-2" onClick={() => void install()}>
          {texts.install}
        </Button>
      )}
    </>
  )
}

/** Escape gives the focus to the menu's button, and a focus that leaves the header folds the menu. */
function useMenuFocus(links: RefObject<HTMLElement | null>, onLeave: () => void) {
  const leave = useEffectEvent(onLeave)
  useEscape(() => {
    const menu = links.current?.closest('nav')
    const button = document.querySelector<HTMLElement>(`[aria-controls="${menu?.id}"]`)
    onLeave()
    button?.focus()
  })
  useEffect(() => {
    const header = links.current?.closest('header')
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Node && !header?.contains(target)) leave()
    }
    window.addEventListener('focusin', follow)
    return () => window.removeEventListener('focusin', follow)
  }, [links])
}
