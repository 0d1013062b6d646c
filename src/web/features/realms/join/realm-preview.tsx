import { type ReactNode, useMemo } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { MadeBy } from '../../../blocks/people/made-by.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { HereNow } from '../here-now.tsx'
import { useHeadCounts } from '../live/use-head-counts.ts'
import { participantCount } from '../participant-count.ts'
import { RealmSigil } from '../realm-sigil.tsx'
import * as realmTexts from '../texts.ts'
import { UnlistedMark } from '../unlisted-mark.tsx'
import * as texts from './texts.ts'
import { useFocusWhenChosen } from './use-focus-when-chosen.ts'
import { WhoIsInIt } from './who-is-in-it.tsx'

/** Entering is a plain link and needs no request. */
export function RealmPreview({ id, realm }: { id: string; realm: RealmDetail | undefined }) {
  const here = useHeadCounts(useMemo(() => [id], [id])).get(id)
  const { panel, target: enter } = useFocusWhenChosen<HTMLAnchorElement>()
  return (
    <section
      ref={panel}
      aria-label={realm?.name ?? realmTexts.realm}
      aria-busy={!realm}
      className="panel hairline cut scroll-mt-4.5 p-5.5 md:p-9"
    >
      {realm ? <Identity realm={realm} /> : <IdentitySkeleton id={id} />}
      <p className="mt-6 flex min-h-6 flex-wrap items-center gap-x-6 gap-y-1 text-15 text-muted">
        {realm && <span className="tabular-nums">{participantCount(realm)}</span>}
        {realm && here !== undefined && <HereNow count={here} nobody={texts.nobodyHere} />}
      </p>
      <ButtonLink ref={enter} to={`/realm/${id}`} tone="primary" className="mt-6 min-w-44 max-sm:w-full">
        {realmTexts.enter}
        {realm && <span className="sr-only"> {realm.name}</span>}
        <ArrowRightIcon width={17} height={17} />
      </ButtonLink>
      {realm && <WhoIsInIt realm={realm} />}
    </section>
  )
}

function Identity({ realm }: { realm: RealmDetail }) {
  return (
    <>
      <Beside sigil={<RealmSigil id={realm.id} className="size-16 md:size-20" />}>
        <h2 className="text-24 leading-[1.12] font-bold wrap-anywhere md:text-32">{realm.name}</h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted">
          <MadeBy wallet={realm.createdBy} name={realm.creatorName} />
          {realm.unlisted && <UnlistedMark />}
        </p>
      </Beside>
      {realm.description && (
        <p className="mt-6 max-w-[70ch] text-base whitespace-pre-line wrap-anywhere text-soft">
          {realm.description}
        </p>
      )}
    </>
  )
}

function IdentitySkeleton({ id }: { id: string }) {
  return (
    <div>
      <p role="status" className="sr-only">
        {realmTexts.loadingRealm}
      </p>
      <Beside sigil={<RealmSigil id={id} className="size-16 md:size-20" />}>
        <div className="skeleton h-7 w-64 max-w-full" />
        <div className="skeleton mt-3.5 h-4 w-36" />
      </Beside>
      <div className="skeleton mt-8 h-4 w-full max-w-[60ch]" />
      <div className="skeleton mt-3 h-4 w-3/5 max-w-[40ch]" />
    </div>
  )
}

function Beside({ sigil, children }: { sigil: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4.5 md:gap-6">
      {sigil}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
