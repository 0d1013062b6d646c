import { useMemo, useRef } from 'react'
import { FailedNote, ListNote } from '../../../blocks/list/instead.tsx'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { counted } from '../../../lib/counted.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { useHeadCounts } from '../live/use-head-counts.ts'
import * as realmTexts from '../texts.ts'
import { FoundRealmItem, FoundRealmSkeleton } from './found-realm.tsx'
import { invitation } from './join-address.ts'
import * as texts from './texts.ts'
import { useFinder } from './use-finder.ts'

const SKELETONS = 6
const measure = 'max-w-[52ch]'

/** Finds a realm by its name, its link or its id (decision 23). */
export function RealmFinder(props: {
  shownId: string | undefined
  /** Whether the finder is beside or below a realm, instead of being the whole screen. */
  isAside: boolean
}) {
  const { typed, sought, query, finds, problem, enter } = useFinder()
  const field = useRef<HTMLInputElement>(null)
  const realms = finds.state === 'full' ? finds.items : undefined
  const counts = useHeadCounts(useMemo(() => realms?.map(({ id }) => id) ?? [], [realms]))
  const { shownId, isAside } = props
  const columns = isAside ? '' : 'md:grid-cols-2 md:gap-x-6'
  const clear = () => {
    typed.clear()
    field.current?.focus()
  }
  return (
    <section aria-labelledby="finder" className="min-w-0">
      <h2 id="finder" className={isAside ? 'mb-3 text-lg leading-snug font-semibold' : 'sr-only'}>
        {isAside ? texts.findAnother : texts.find}
      </h2>
      <search>
        <SearchBox
          ref={field}
          label={texts.finderField}
          placeholder={texts.finderField}
          text={typed.text}
          problem={problem}
          onType={typed.type}
          onCommit={typed.searchNow}
          onEnter={enter}
          className={isAside ? '' : 'max-w-[720px]'}
        />
      </search>
      <h3 className="label mt-7 mb-2.5">
        {sought.kind === 'realm' ? texts.fromLink : query ? texts.matching : texts.newest}
      </h3>
      <ListView
        list={finds}
        as="ul"
        label={texts.realms}
        className={`-mx-3 grid ${columns}`}
        words={{
          loading: texts.looking,
          empty: texts.noRealmFound,
          count: ({ length }) => texts.found(counted(length, realmTexts.realmUnit)),
          more: texts.andThereAreMore,
        }}
        loading={<Skeletons of={<FoundRealmSkeleton />} count={sought.kind === 'realm' ? 1 : SKELETONS} />}
        empty={
          <ListNote
            className="py-3"
            measure={measure}
            {...(sought.kind === 'realm' || query
              ? { action: { label: realmTexts.clearSearch, onClick: clear } }
              : { link: <ButtonLink to="/realm">{realmTexts.initialize}</ButtonLink> })}
          >
            {nothingFound(sought.kind === 'realm', query)}
          </ListNote>
        }
        failed={(failure) => (
          <FailedNote
            className="py-3"
            measure={measure}
            what={realmTexts.realmsNotLoaded}
            failure={failure}
          />
        )}
        end={
          finds.state === 'full' &&
          finds.more && (
            <ButtonLink
              to={query ? `/realm?${new URLSearchParams({ query })}` : '/realm'}
              tone="quiet"
              size="small"
              className="mt-3 -ml-3.5 max-md:min-h-11"
            >
              {query ? texts.allMatches : realmTexts.allRealms}
              <ArrowRightIcon width={15} height={15} />
            </ButtonLink>
          )
        }
      >
        {(found) =>
          found.map((realm) => (
            <FoundRealmItem
              key={realm.id}
              realm={realm}
              here={counts.get(realm.id) ?? realm.here}
              to={invitation(realm.id, sought)}
              isShown={realm.id === shownId}
            />
          ))
        }
      </ListView>
    </section>
  )
}

function nothingFound(wasLookedUp: boolean, query: string): string {
  if (wasLookedUp) return texts.askForLink
  return query ? texts.nothingMatches : realmTexts.noRealmsAbout
}
