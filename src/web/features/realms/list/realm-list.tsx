import { type ReactNode, useEffect, useRef, useState } from 'react'
import { askableSearch, searchProblem } from '../../../../shared/common/search-text.ts'
import { useList } from '../../../blocks/list/list-state.ts'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useApi } from '../../../lib/http/api.ts'
import { requireSignIn } from '../../../lib/http/identity.ts'
import { Link, useSearchParams } from '../../../lib/router/router.tsx'
import { useViewer } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchBox, type SearchBoxProps } from '../../../ui/form/search-box.tsx'
import { LockIcon, PlusIcon, SearchIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { myRealmsQuery, realmListQuery } from '../api/realm-list.ts'
import * as realmTexts from '../texts.ts'
import { CreateRealmForm, newRealmDraft } from './create-realm-form.tsx'
import { RealmGrid } from './realm-grid.tsx'
import { type Listing, readListing, readSearch, writeListing, writeSearch } from './realm-search.ts'
import * as texts from './texts.ts'

/** The lists of all realms and of the viewer's own, and the form that creates one (section 2, decision 22). */
export function Realms() {
  const search = useRealmSearch()
  const viewer = useViewer()
  const searchBox = useRef<HTMLInputElement>(null)
  const isLocked = search.listing === 'yours' && viewer === null
  const noMatch = (
    <StatePanel
      className="md:col-span-2"
      icon={<SearchIcon />}
      title={texts.noMatch}
      action={
        <Button
          onClick={() => {
            search.clear()
            searchBox.current?.focus()
          }}
        >
          {realmTexts.clearSearch}
        </Button>
      }
    >
      {search.listing === 'yours' ? texts.noMatchOfYours : texts.noMatchOfAll}
    </StatePanel>
  )
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
      <p className="mt-2 text-soft">{texts.about}</p>
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
  noMatch: ReactNode
}

function All({ query, noMatch }: ListProps) {
  const none = (
    <StatePanel className="md:col-span-2" icon={<SearchIcon />} title={texts.noRealms}>
      {realmTexts.noRealmsAbout}
    </StatePanel>
  )
  return (
    <RealmGrid
      name="Realms"
      list={useList(realmListQuery(useApi(), { query: askableSearch(query) }))}
      empty={query ? noMatch : none}
      viewer={undefined}
    />
  )
}

function Yours({ viewer, query, noMatch }: ListProps & { viewer: string | undefined }) {
  const none = (
    <StatePanel className="md:col-span-2" icon={<SearchIcon />} title={texts.noneOfYours}>
      {texts.noneOfYoursAbout}
    </StatePanel>
  )
  const asked = myRealmsQuery(useApi(), viewer ?? '', askableSearch(query))
  return (
    <RealmGrid
      name={texts.yourRealms}
      list={useList(asked, { owner: viewer })}
      empty={query ? noMatch : none}
      viewer={viewer}
    />
  )
}

/** The search is part of the address, so that a link reproduces it; typing replaces the address, debounced. */
function useRealmSearch() {
  const [search, setSearch] = useSearchParams()
  const query = readSearch(search)
  const { settle: _, ...typed } = useTypedSearch(query, (text) =>
    setSearch(writeSearch(new URLSearchParams(window.location.search), text), { replace: true }),
  )
  return {
    ...typed,
    query,
    problem: searchProblem(query),
    listing: readListing(search),
    linkTo: (listing: Listing) => `?${writeListing(search, listing)}`,
  }
}

const listings: readonly { listing: Listing; name: string }[] = [
  { listing: 'all', name: realmTexts.allRealms },
  { listing: 'yours', name: texts.yours },
]

/** Links between all realms and the viewer's own. Each list has an address, so the links work without scripts. */
function ListingLinks(props: { chosen: Listing; linkTo: (listing: Listing) => string }) {
  return (
    <nav aria-label={texts.whichRealms} className="flex gap-1 border-b border-line-strong">
      {listings.map(({ listing, name }) => (
        <Link
          key={listing}
          to={props.linkTo(listing)}
          aria-current={listing === props.chosen ? 'page' : undefined}
          className="display relative -mb-px grid min-h-12 place-items-center px-4 text-14 font-semibold tracking-[0.06em] text-soft outline-offset-[-3px] transition-colors hover:text-text aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-cyan aria-[current=page]:after:shadow-[0_0_14px_var(--color-cyan)] max-sm:flex-1 md:px-6"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function RealmSearchBox(props: SearchBoxProps) {
  return (
    <search>
      <SearchBox {...props} label={texts.search} placeholder={texts.search} />
    </search>
  )
}

/** The form that creates a realm: beside the list where there is room, else behind a button above it until it is begun. */
function Unfolding({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(newRealmDraft.get() !== undefined), [])
  return (
    <div className="grid gap-4.5 lg:sticky lg:top-[calc(var(--header-height)+18px)] lg:order-2">
      <Button
        className="sm:justify-self-start lg:hidden"
        aria-expanded={open}
        aria-controls="initialize-realm"
        onClick={() => setOpen(!open)}
      >
        <PlusIcon
          width={18}
          height={18}
          className={`transition-transform duration-200 ${open ? 'rotate-45' : ''}`}
        />
        {open ? texts.notNow : realmTexts.initialize}
      </Button>
      <div id="initialize-realm" className={open ? 'max-lg:animate-rise' : 'max-lg:hidden'}>
        {children}
      </div>
    </div>
  )
}

function YoursForWallets() {
  return (
    <StatePanel
      icon={<LockIcon />}
      title={texts.yoursLocked}
      action={<Button onClick={() => void requireSignIn()}>{texts.connect}</Button>}
    >
      {texts.yoursLockedAbout}
    </StatePanel>
  )
}
