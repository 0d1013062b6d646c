import { realmListQuery } from '../../features/realms/api/realm-list.ts'
import { Realms } from '../../features/realms/list/realm-list.tsx'
import { askableSearch, readSearch } from '../../features/realms/list/realm-search.ts'
import { useTitle } from '../../lib/title.ts'
import type { ScreenContext } from '../screen.ts'

const title = 'Neural Realms'

export const prefetch = ({ api, queryClient, search }: ScreenContext) =>
  queryClient.prefetchInfiniteQuery({
    ...realmListQuery(api, askableSearch(readSearch(search))),
    retry: false,
  })

export const head = () => ({
  title,
  description: 'Chat spaces that people share: initialize a neural realm, or enter one.',
})

export default function RealmScreen() {
  useTitle(title)
  return <Realms />
}
