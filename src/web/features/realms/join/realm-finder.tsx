import { useMemo, useRef } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { useHeadCounts } from '../live/use-head-counts.ts'
import { FoundRealmItem, FoundRealmSkeleton } from './found-realm.tsx'
import { invitation } from './join-address.ts'
import { type Finds, useFinder } from './use-finder.ts'

/** Placeholders while realms are looked for. */
const SKELETONS = 6

/** Decision 23: finds a realm by its name, its link or its id. */
export function RealmFinder(props: {
  /** The realm that is shown beside it. */
  shownId: string | undefined
  /** It stands beside or below what is shown, instead of being the screen itself. */
  isAside: boolean
}) {
  const { typed, sought, query, finds, problem, enter } = useFinder()
  const field = useRef<HTMLInputElement>(null)
  const realms = finds.state === 'full' ? finds.realms : undefined
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
        {isAside ? 'Find another realm' : 'Find a realm'}
      </h2>
      <search>
        <SearchBox
          ref={field}
          label="Name, link or id of a realm"
          placeholder="Name, link or id of a realm"
          text={typed.text}
          problem={problem}
          onType={typed.type}
          onCommit={typed.searchNow}
          onEnter={enter}
          className={isAside ? '' : 'max-w-[720px]'}
        />
      </search>
      <p role="status" className="sr-only">
        {announcement(finds)}
      </p>
      <h3 className="label mt-7 mb-2.5">
        {sought.kind === 'realm' ? 'By its link' : query ? 'Realms that match' : 'Newest realms'}
      </h3>
      {(finds.state === 'loading' || realms) && (
        <ul
          aria-label="Realms"
          aria-busy={finds.state === 'loading' || (finds.state === 'full' && finds.refreshing)}
          className={`-mx-3 grid transition-opacity duration-200 ${columns} ${finds.state === 'full' && finds.refreshing ? 'opacity-55' : ''}`}
        >
          {realms?.map((realm) => (
            <FoundRealmItem
              key={realm.id}
              realm={realm}
              here={counts.get(realm.id) ?? realm.here}
              to={invitation(realm.id, sought)}
              isShown={realm.id === shownId}
            />
          )) ??
            Array.from({ length: sought.kind === 'realm' ? 1 : SKELETONS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
              <FoundRealmSkeleton key={index} />
            ))}
        </ul>
      )}
      {finds.state === 'full' && finds.more && (
        <ButtonLink
          to={query ? `/realm?${new URLSearchParams({ query })}` : '/realm'}
          tone="quiet"
          size="small"
          className="mt-3 -ml-3.5 max-md:min-h-11"
        >
          {query ? 'All that match' : 'All realms'}
          <ArrowRightIcon width={15} height={15} />
        </ButtonLink>
      )}
      {finds.state === 'none' && (
        <div className="grid justify-items-start gap-4 py-3">
          <p className="max-w-[52ch] text-sm text-soft">{nothingFound(sought.kind === 'realm', query)}</p>
          {sought.kind === 'realm' || query ? (
            <Button size="small" className="max-md:min-h-11" onClick={clear}>
              Clear the search
            </Button>
          ) : (
            <ButtonLink to="/realm">Initialize a realm</ButtonLink>
          )}
        </div>
      )}
      {finds.state === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-4 py-3">
          <p className="max-w-[52ch] text-sm text-soft">{`The realms did not answer. ${finds.problem}`}</p>
          <Button size="small" className="max-md:min-h-11" onClick={finds.retry}>
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}

function nothingFound(wasLookedUp: boolean, query: string): string {
  if (wasLookedUp) return 'Ask for the link again, or find the realm by its name.'
  return query
    ? 'No realm has that in its name or description. One that is unlisted opens by its link alone.'
    : 'Nobody has initialized a realm. The first one can be yours.'
}

/** What a screen reader hears when something else was found. */
function announcement(finds: Finds): string {
  switch (finds.state) {
    case 'loading':
      return 'Looking for realms'
    case 'failed':
      return ''
    case 'none':
      return 'No realm found.'
    case 'full': {
      const count = finds.realms.length
      if (finds.refreshing) return ''
      return `${count} ${count === 1 ? 'realm' : 'realms'} found${finds.more ? ', and there are more' : ''}.`
    }
  }
}
