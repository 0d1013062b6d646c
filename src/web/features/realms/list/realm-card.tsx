import type { ListedRealm } from '../../../../shared/realms/realms.ts'
import { Link } from '../../../lib/router/router.tsx'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { HereNow } from '../here-now.tsx'
import { useReadMark } from '../live/use-read-mark.ts'
import { participantCount } from '../participant-count.ts'
import { RealmSigil } from '../realm-sigil.tsx'
import * as realmTexts from '../texts.ts'
import { UnlistedMark } from '../unlisted-mark.tsx'
import { newCount } from './new-count.ts'
import * as texts from './texts.ts'

/** The link of its name covers the card. Live counts have their space reserved. */
export function RealmCard({ realm, here, own }: { realm: ListedRealm; here: number; own: boolean }) {
  const fresh = newCount(realm.lastMessage, useReadMark(realm.id))
  return (
    <article className="panel hairline cut group flex min-h-[196px] flex-col p-4.5 transition-[background,translate] duration-200 focus-within:bg-[#0f1a2b] hover:-translate-y-0.5 hover:bg-[#0f1a2b]">
      <div className="flex items-center gap-3.5">
        <RealmSigil id={realm.id} className="size-11" />
        <div className="grid min-w-0 gap-1.5">
          <h2 className="line-clamp-2 text-18 leading-tight font-semibold wrap-anywhere">
            <Link
              to={`/realm/${realm.id}`}
              className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan"
            >
              {realm.name}
            </Link>
          </h2>
          {(own || realm.unlisted || realm.moderation) && (
            <p className="label flex flex-wrap items-center gap-x-3.5 gap-y-1">
              {own && texts.madeByYou}
              {realm.unlisted && <UnlistedMark />}
              {realm.moderation && <span className="text-warning">{texts.moderated[realm.moderation]}</span>}
            </p>
          )}
        </div>
      </div>
      {fresh && (
        <p className="label absolute top-px right-px bg-cyan/14 px-2.5 py-1.5 text-cyan">
          {fresh} {texts.fresh}
          <span className="sr-only"> {fresh === '1' ? texts.freshMessage : realmTexts.freshMessages}</span>
        </p>
      )}
      <p className="mt-3 mb-4 line-clamp-3 text-[0.84375rem] wrap-anywhere text-soft">{realm.description}</p>
      <div className="mt-auto flex items-center gap-4 border-t border-line pt-3 text-13 text-muted">
        <span className="truncate tabular-nums">{participantCount(realm)}</span>
        <HereNow count={here} className="flex-none" />
        <span
          aria-hidden="true"
          className="display ml-auto flex flex-none items-center gap-2 text-xs font-semibold tracking-[0.12em] text-cyan uppercase group-hover:text-white"
        >
          <span className="max-xl:hidden">{realmTexts.enter}</span>
          <ArrowRightIcon width={15} height={15} />
        </span>
      </div>
    </article>
  )
}

/** The placeholder of a realm's card, with the same size, so that the layout does not shift. */
export function RealmCardSkeleton() {
  return (
    <div
      aria-hidden="true"
      data-testid="realm-skeleton"
      className="panel hairline cut flex min-h-[196px] flex-col p-4.5"
    >
      <div className="flex items-center gap-3.5">
        <div className="skeleton hexagon size-11 flex-none" />
        <div className="skeleton h-5 w-2/5" />
      </div>
      <div className="skeleton mt-4 h-3.5 w-full" />
      <div className="skeleton mt-2.5 h-3.5 w-3/4" />
      <div className="mt-auto border-t border-line pt-4">
        <div className="skeleton h-3 w-24" />
      </div>
    </div>
  )
}
