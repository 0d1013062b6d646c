import { askableSearch } from '../../../../shared/common/search-text.ts'
import { realmQuery } from '../../../features/realms/api/realm.ts'
import { realmListQuery } from '../../../features/realms/api/realm-list.ts'
import { readFinder, readInvited } from '../../../features/realms/join/join-address.ts'
import { JoinRoom } from '../../../features/realms/join/join-room.tsx'
import { type Invited, useInvited } from '../../../features/realms/join/use-invited.ts'
import { type Head, useTitle } from '../../../lib/router/title.ts'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'

const title = texts.joinTitle
const notFoundTitle = texts.realmNotFound

export function prefetch({ api, queryClient, search }: ScreenContext) {
  const sought = readFinder(search)
  const query = sought.kind === 'search' ? askableSearch(sought.query) : ''
  const ids = [readInvited(search), sought.kind === 'realm' && sought.id]
  return Promise.all([
    queryClient.prefetchInfiniteQuery({ ...realmListQuery(api, { query }), retry: false }),
    ...ids.map((id) => id && queryClient.prefetchQuery({ ...realmQuery(api, id), retry: false })),
  ])
}

export function head({ api, queryClient, search }: ScreenContext): Head {
  const id = readInvited(search)
  const realm = id && queryClient.getQueryData(realmQuery(api, id).queryKey)
  if (realm)
    return {
      title: realm.name,
      description: realm.description || texts.realmSummary,
      unfurl: { kind: 'realm', id: realm.id },
    }
  if (id === null || realm === null) return { title: notFoundTitle }
  return { title, description: texts.joinSummary }
}

export function status({ api, queryClient, search }: ScreenContext): number {
  const id = readInvited(search)
  if (id === undefined) return 200
  const realm = id === null ? null : queryClient.getQueryData(realmQuery(api, id).queryKey)
  return realm ? 200 : realm === null ? 404 : 503
}

export default function Join() {
  const invited = useInvited()
  useTitle(titleOf(invited))
  return <JoinRoom invited={invited} />
}

function titleOf(invited: Invited): string {
  if (invited.state === 'missing') return notFoundTitle
  return invited.state === 'found' ? invited.realm.name : title
}
