import { type ReactNode, useRef, useState } from 'react'
import { LOADING_SKELETONS } from '../../../../shared/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon, SearchIcon, WarningIcon } from '../../../ui/icons.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { CreateRealmForm } from './create-realm-form.tsx'
import { RealmCard, RealmCardSkeleton } from './realm-card.tsx'
import { askableSearch } from './realm-search.ts'
import { RealmSearchBox } from './realm-search-box.tsx'
import { type RealmList, useRealmList } from './use-realm-list.ts'
import { useRealmSearch } from './use-realm-search.ts'

/** Section 2 and decision 22: the realms that there are, and the form that makes one. */
export function Realms() {
  const search = useRealmSearch()
  const list = useRealmList(askableSearch(search.query))
  const searchBox = useRef<HTMLInputElement>(null)
  const clear = () => {
    search.clear()
    searchBox.current?.focus()
  }
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      <h1 className="text-[30px] leading-[1.05] font-bold md:text-[38px]">Neural Realms</h1>
      <p className="mt-2 text-soft">Initialize a neural realm, or enter one that others have made.</p>
      <div className="mt-6 grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_344px] lg:gap-6">
        <Unfolding>
          <CreateRealmForm />
        </Unfolding>
        <div className="grid gap-4.5">
          <RealmSearchBox
            ref={searchBox}
            text={search.text}
            problem={search.problem}
            onType={search.type}
            onCommit={search.searchNow}
          />
          <p role="status" className="sr-only">
            {announcement(list)}
          </p>
          <section
            aria-label="Realms"
            aria-busy={list.state === 'loading' || (list.state === 'full' && list.refreshing)}
            className={`grid gap-4.5 transition-opacity duration-200 sm:grid-cols-2 ${list.state === 'full' && list.refreshing ? 'opacity-55' : ''}`}
          >
            {list.state === 'loading' &&
              Array.from({ length: LOADING_SKELETONS }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <RealmCardSkeleton key={index} />
              ))}
            {list.state === 'full' && list.realms.map((realm) => <RealmCard key={realm.id} realm={realm} />)}
            {list.state === 'empty' && (
              <StatePanel
                className="sm:col-span-2"
                icon={<SearchIcon />}
                title={search.query ? 'No realm matches' : 'No realms yet'}
                action={search.query && <Button onClick={clear}>Clear the search</Button>}
              >
                {search.query
                  ? 'No realm has that in its name or description. Try fewer letters.'
                  : 'Nobody has initialized a realm. The first one can be yours.'}
              </StatePanel>
            )}
            {list.state === 'failed' && (
              <StatePanel
                alert
                className="sm:col-span-2"
                icon={<WarningIcon />}
                title="The realms did not answer"
                action={<Button onClick={list.retry}>Try again</Button>}
              >
                {list.problem}
              </StatePanel>
            )}
          </section>
          {list.state === 'full' && list.more && (
            <LoadMore onLoad={list.more.load} loading={list.more.loading} problem={list.more.problem} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Stands beside the list where there is room; elsewhere it is folded into a button above it. */
function Unfolding({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
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
        {open ? 'Not now' : 'Initialize a realm'}
      </Button>
      <div id="initialize-realm" className={open ? 'max-lg:animate-rise' : 'max-lg:hidden'}>
        {children}
      </div>
    </div>
  )
}

/** What a screen reader hears when the list has changed. */
function announcement(list: RealmList): string {
  switch (list.state) {
    case 'loading':
      return 'Loading realms'
    case 'failed':
      return ''
    case 'empty':
      return 'No realms match.'
    case 'full': {
      const count = list.realms.length
      if (list.refreshing) return ''
      return `${count} ${count === 1 ? 'realm' : 'realms'}${list.more ? ' so far, and more below' : ''}.`
    }
  }
}
