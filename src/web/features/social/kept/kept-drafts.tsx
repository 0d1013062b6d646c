import { KeptList } from '../../../blocks/list/kept-list.tsx'
import { lastUsedFirst } from '../../../blocks/list/list-data.ts'
import { useList } from '../../../blocks/list/list-state.ts'
import { counted } from '../../../blocks/list/list-view.tsx'
import { KeptSkeleton } from '../../../blocks/list/row.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { briefListQuery } from '../api/briefs.ts'
import { BriefItem } from './brief-item.tsx'

/** The list of a wallet's stored drafts. */
export function KeptDrafts(props: {
  /** The wallet of the session; undefined while it is not known. */
  viewer: string | null | undefined
  shown: string | null
  onDelete: (id: string) => void
}) {
  const owner = props.viewer ?? undefined
  const list = useList(briefListQuery(useApi(), owner ?? ''), { owner, arrange: lastUsedFirst })
  return (
    <KeptList
      title="Kept drafts"
      viewer={props.viewer}
      list={list}
      className="mt-2"
      words={{ count: ({ length }) => counted(length, 'kept brief') }}
      forVisitors="Drafts are kept for signed-in wallets. Yours stay in this tab until you connect one or close it."
      none="Nothing yet. Drafts that you make are kept for your wallet alone."
      skeleton={<KeptSkeleton />}
      onDelete={props.onDelete}
    >
      {(brief, onDelete) => (
        <BriefItem key={brief.id} brief={brief} current={brief.id === props.shown} onDelete={onDelete} />
      )}
    </KeptList>
  )
}
