import { type ReactNode, useMemo } from 'react'
import type { ListedRealm } from '../../../../shared/realms/realms.ts'
import { FailedPanel } from '../../../blocks/list/instead.tsx'
import type { List } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { counted } from '../../../lib/counted.ts'
import { useHeadCounts } from '../live/use-head-counts.ts'
import * as realmTexts from '../texts.ts'
import { RealmCard, RealmCardSkeleton } from './realm-card.tsx'
import * as texts from './texts.ts'

export function RealmGrid(props: {
  name: string
  list: List<ListedRealm>
  empty: ReactNode
  /** The wallet whose own realms are marked. */
  viewer: string | undefined
}) {
  const { list } = props
  const realms = list.state === 'full' ? list.items : undefined
  const counts = useHeadCounts(useMemo(() => realms?.map(({ id }) => id) ?? [], [realms]))
  return (
    <ListView
      list={list}
      as="section"
      label={props.name}
      className="grid gap-4.5 md:grid-cols-2"
      words={{
        loading: texts.loadingRealms,
        empty: texts.noRealmsAloud,
        count: ({ length }) => counted(length, realmTexts.realmUnit),
      }}
      loading={<Skeletons of={<RealmCardSkeleton />} />}
      empty={props.empty}
      failed={(failure) => (
        <FailedPanel className="md:col-span-2" title={realmTexts.realmsNotLoaded} failure={failure} />
      )}
    >
      {(items) =>
        items.map((realm) => (
          <RealmCard
            key={realm.id}
            realm={realm}
            here={counts.get(realm.id) ?? realm.here}
            own={props.viewer !== undefined && realm.createdBy === props.viewer}
          />
        ))
      }
    </ListView>
  )
}
