import type { Realm } from '../../../../shared/realms.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { participantCount } from '../participant-count.ts'
import { RealmSigil } from '../realm-sigil.tsx'

/** Which realm it is, how many take part, and whether it is heard. */
export function RealmHeader({ realm, connected }: { realm: Realm; connected: boolean }) {
  return (
    <header className="border-b border-line">
      <div className={`${column} flex items-center gap-3 py-3.5 md:gap-4 md:py-4`}>
        <ButtonLink to="/realm" tone="quiet" icon className="-ml-3 flex-none" aria-label="All realms">
          <ArrowRightIcon className="rotate-180" />
        </ButtonLink>
        <RealmSigil id={realm.id} className="size-12" />
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-3">
            <h1 className="min-w-0 flex-1 truncate text-lg leading-snug font-semibold" title={realm.name}>
              {realm.name}
            </h1>
            <p
              role="status"
              className={`label flex flex-none items-center gap-2 ${connected ? 'text-good' : 'text-warning'}`}
            >
              <span
                aria-hidden="true"
                className={`dot dot-live ${connected ? '[--hue:var(--color-good)]' : '[--hue:var(--color-warning)]'}`}
              />
              {connected ? 'CONNECTED' : 'OFFLINE'}
            </p>
          </div>
          <p className="label mt-1 leading-[1.4]">{participantCount(realm.participants)}</p>
        </div>
      </div>
    </header>
  )
}
