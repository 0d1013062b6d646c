import type { Realm } from '../../../../shared/realms.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { participantCount } from '../participant-count.ts'
import { RealmSigil } from '../realm-sigil.tsx'
import { column } from './column.ts'

/** Which realm it is, how many take part, and whether it is heard. */
export function RealmHeader({ realm, connected }: { realm: Realm; connected: boolean }) {
  return (
    <header className="border-b border-line">
      <div className={`${column} flex items-center gap-3 py-3.5 md:gap-4 md:py-4`}>
        <ButtonLink to="/realm" tone="quiet" icon className="-ml-3 flex-none" aria-label="All realms">
          <ArrowRightIcon className="rotate-180" />
        </ButtonLink>
        <RealmSigil id={realm.id} />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-lg leading-snug font-semibold" title={realm.name}>
            {realm.name}
          </h1>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="label leading-[1.4]">{participantCount(realm.participants)}</p>
            <p role="status" className="label leading-[1.4] text-warning">
              {connected ? '' : 'Connection lost'}
            </p>
          </div>
        </div>
      </div>
    </header>
  )
}
