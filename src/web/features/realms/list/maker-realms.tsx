import { ListNote } from '../../../blocks/list/instead.tsx'
import { useList } from '../../../blocks/list/list-state.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { realmListQuery } from '../api/realm-list.ts'
import { RealmGrid } from './realm-grid.tsx'

/** The listed realms of one maker. */
export function MakerRealms({ maker }: { maker: string }) {
  const viewer = useViewer()
  const list = useList(realmListQuery(useApi(), { maker }))
  return (
    <RealmGrid
      name="Realms"
      list={list}
      viewer={viewer ?? undefined}
      empty={<ListNote className="col-span-full py-2">No listed realms yet.</ListNote>}
    />
  )
}
