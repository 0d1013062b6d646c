import { type ReactNode, useMemo } from 'react'
import { LOADING_SKELETONS } from '../../../../shared/common/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { useHeadCounts } from '../live/use-head-counts.ts'
import { RealmCard, RealmCardSkeleton } from './realm-card.tsx'
import type { RealmList } from './use-realm-list.ts'

/** A list of realms, each with how many are there now, or what stands in its place. */
export function RealmGrid(props: {
  name: string
  list: RealmList
  /** Stands where there is none. */
  empty: ReactNode
  /** The wallet whose own realms are marked. */
  viewer: string | undefined
}) {
  const { list } = props
  const realms = list.state === 'full' ? list.realms : undefined
  const counts = useHeadCounts(useMemo(() => realms?.map(({ id }) => id) ?? [], [realms]))
  const refreshing = list.state === 'full' && list.refreshing
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(list)}
      </p>
      <section
        aria-label={props.name}
        aria-busy={list.state === 'loading' || refreshing}
        className={`grid gap-4.5 transition-opacity duration-200 md:grid-cols-2 ${refreshing ? 'opacity-55' : ''}`}
      >
        {list.state === 'loading' &&
          Array.from({ length: LOADING_SKELETONS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <RealmCardSkeleton key={index} />
          ))}
        {realms?.map((realm) => (
          <RealmCard
            key={realm.id}
            realm={realm}
            here={counts.get(realm.id) ?? realm.here}
            own={props.viewer !== undefined && realm.createdBy === props.viewer}
          />
        ))}
        {list.state === 'empty' && props.empty}
        {list.state === 'failed' && (
          <StatePanel
            alert
            className="md:col-span-2"
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
    </>
  )
}

/** What a screen reader hears when the list has changed; that people come and go is no news of the list. */
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
