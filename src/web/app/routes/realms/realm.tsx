import { askableSearch } from '../../../../shared/common/search-text.ts'
import { myRealmsQuery, realmListQuery } from '../../../features/realms/api/realm-list.ts'
import { Realms } from '../../../features/realms/list/realm-list.tsx'
import { readListing, readSearch } from '../../../features/realms/list/realm-search.ts'
import { useTitle } from '../../../lib/router/title.ts'
import { viewerQuery } from '../../../lib/session/viewer.ts'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'

const title = texts.realmsTitle

export async function prefetch({ api, queryClient, search }: ScreenContext) {
  const query = askableSearch(readSearch(search))
  const asksViewer = queryClient.fetchQuery({ ...viewerQuery(api), retry: false }).catch(() => null)
  if (readListing(search) === 'all') {
    const list = { ...realmListQuery(api, { query }), retry: false }
    await Promise.all([asksViewer, queryClient.prefetchInfiniteQuery(list)])
    return
  }
  const viewer = await asksViewer
  if (viewer !== null)
    await queryClient.prefetchInfiniteQuery({ ...myRealmsQuery(api, viewer, query), retry: false })
}

export const head = () => ({
  title,
  description: texts.realmsSummary,
})

export default function RealmScreen() {
  useTitle(title)
  return <Realms />
}
