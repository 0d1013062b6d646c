import { rooms } from '../../features/home/rooms.ts'
import { NavLink } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { install, useCanInstall } from '../install-offer.ts'
import * as texts from '../texts.ts'

/** With the button that installs the app if the browser can. */
export default function RoomLinks() {
  const canInstall = useCanInstall()
  return (
    <>
      <div className="mt-3 grid grid-cols-2 gap-x-2 border-t border-line pt-3">
        {rooms.map(({ id, title, subtitle, to }) => (
          <NavLink
            key={id}
            to={to}
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
