import { type ReactNode, useRef } from 'react'
import { useViewer } from '../../../lib/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { CreateRealmForm } from './create-realm-form.tsx'
import { ListingLinks } from './listing-links.tsx'
import { RealmGrid } from './realm-grid.tsx'
import { askableSearch } from './realm-search.ts'
import { RealmSearchBox } from './realm-search-box.tsx'
import { Unfolding } from './unfolding.tsx'
import { useMyRealms, useRealmList } from './use-realm-list.ts'
import { useRealmSearch } from './use-realm-search.ts'
import { YoursForWallets } from './yours-for-wallets.tsx'

/** Section 2 and decision 22: the realms that there are, one's own among them, and the form that makes one. */
export function Realms() {
  const search = useRealmSearch()
  const viewer = useViewer()
  const searchBox = useRef<HTMLInputElement>(null)
  const isLocked = search.listing === 'yours' && viewer === null
  const noMatch = (
    <StatePanel
      className="md:col-span-2"
      icon={<SearchIcon />}
      title="No realm matches"
      action={
        <Button
          onClick={() => {
            search.clear()
            searchBox.current?.focus()
          }}
        >
          Clear the search
        </Button>
      }
    >
      {search.listing === 'yours'
        ? 'None of your realms has that in its name or description. Try fewer letters.'
        : 'No realm has that in its name or description. Try fewer letters.'}
    </StatePanel>
  )
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">Neural Realms</h1>
      <p className="mt-2 text-soft">Initialize a neural realm, or enter one that others have made.</p>
      <div className="mt-6 grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_344px] lg:gap-6">
        <Unfolding>
          <CreateRealmForm />
        </Unfolding>
        <div className="grid min-w-0 gap-4.5">
          <ListingLinks chosen={search.listing} linkTo={search.linkTo} />
          {!isLocked && (
            <RealmSearchBox
              ref={searchBox}
              text={search.text}
              problem={search.problem}
              onType={search.type}
              onCommit={search.searchNow}
            />
          )}
          {search.listing === 'all' ? (
            <All query={search.query} noMatch={noMatch} />
          ) : viewer === null ? (
            <YoursForWallets />
          ) : (
            <Yours viewer={viewer} query={search.query} noMatch={noMatch} />
          )}
        </div>
      </div>
    </div>
  )
}

interface ListProps {
  query: string
  /** Stands where a search finds nothing. */
  noMatch: ReactNode
}

function All({ query, noMatch }: ListProps) {
  const none = (
    <StatePanel className="md:col-span-2" icon={<SearchIcon />} title="No realms yet">
      Nobody has initialized a realm. The first one can be yours.
    </StatePanel>
  )
  return (
    <RealmGrid
      name="Realms"
      list={useRealmList(askableSearch(query))}
      empty={query ? noMatch : none}
      viewer={undefined}
    />
  )
}

function Yours({ viewer, query, noMatch }: ListProps & { viewer: string | undefined }) {
  const none = (
    <StatePanel className="md:col-span-2" icon={<SearchIcon />} title="No realms of yours yet">
      What you initialize is kept here, unlisted realms too, and so is every realm in which you say something.
    </StatePanel>
  )
  return (
    <RealmGrid
      name="Your realms"
      list={useMyRealms(viewer, askableSearch(query))}
      empty={query ? noMatch : none}
      viewer={viewer}
    />
  )
}
