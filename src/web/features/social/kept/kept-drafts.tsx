import { platformRules, type StoredBrief } from '../../../../shared/social.ts'
import { KeptList } from '../../../blocks/list/kept-list.tsx'
import { lastUsedFirst } from '../../../blocks/list/list-data.ts'
import { useList } from '../../../blocks/list/list-state.ts'
import { DeleteButton, KeptSkeleton, LastUsed, Row, RowPicture, RowTitle } from '../../../blocks/list/row.tsx'
import { counted } from '../../../lib/counted.ts'
import { useApi } from '../../../lib/http/api.ts'
import { briefListQuery } from '../api/briefs.ts'
import { briefAddress } from '../draft-store/use-drafts.ts'
import * as texts from '../texts.ts'

export function KeptDrafts(props: {
  viewer: string | null | undefined
  shown: string | null
  onDelete: (id: string) => void
}) {
  const owner = props.viewer ?? undefined
  const list = useList(briefListQuery(useApi(), owner ?? ''), { owner, arrange: lastUsedFirst })
  return (
    <KeptList
      title={texts.saved}
      viewer={props.viewer}
      list={list}
      className="mt-2"
      words={{ count: ({ length }) => counted(length, texts.savedBrief) }}
      forVisitors={texts.savedForWallets}
      none={texts.noneSaved}
      skeleton={<KeptSkeleton />}
      onDelete={props.onDelete}
    >
      {(brief, onDelete) => (
        <BriefItem key={brief.id} brief={brief} current={brief.id === props.shown} onDelete={onDelete} />
      )}
    </KeptList>
  )
}

function BriefItem(props: { brief: StoredBrief; current: boolean; onDelete: () => void }) {
  const { brief, current } = props
  const drafts = counted(brief.drafts.length, texts.draftUnit)
  return (
    <Row current={current}>
      <RowPicture src={brief.agentImageUrl} answers={brief.agentAnswers} />
      <div className="min-w-0 flex-1">
        <RowTitle current={current} link={{ to: briefAddress(brief.id), state: { sameScreen: true } }}>
          {brief.topic}
        </RowTitle>
        <p className="mt-1 flex flex-wrap gap-x-1.5 text-13 leading-[1.5] text-muted">
          <span>{`${platformRules[brief.platform].name} · ${drafts} · ${brief.agentName}`}</span>
          <LastUsed at={brief.updatedAt} />
        </p>
      </div>
      <DeleteButton label={texts.deleteBrief(brief.topic)} onDelete={props.onDelete} />
    </Row>
  )
}
