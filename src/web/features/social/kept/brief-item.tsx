import { platformRules, type StoredBrief } from '../../../../shared/social.ts'
import { counted } from '../../../blocks/list/list-view.tsx'
import { DeleteButton, LastUsed, Row, RowPicture, RowTitle } from '../../../blocks/list/row.tsx'
import { briefAddress } from '../draft-store/use-drafts.ts'

/** A stored brief in the list; its topic is a link to it. */
export function BriefItem(props: { brief: StoredBrief; current: boolean; onDelete: () => void }) {
  const { brief, current } = props
  const drafts = counted(brief.drafts.length, 'draft')
  return (
    <Row current={current}>
      <RowPicture src={brief.agentImageUrl} answers={brief.agentAnswers} />
      <div className="min-w-0 flex-1">
        <RowTitle current={current} link={{ to: briefAddress(brief.id), state: { sameScreen: true } }}>
          {brief.topic}
        </RowTitle>
        <p className="mt-1 flex flex-wrap gap-x-1.5 text-[12.5px] leading-[1.5] text-muted">
          <span>{`${platformRules[brief.platform].name} · ${drafts} · ${brief.agentName}`}</span>
          <LastUsed at={brief.updatedAt} />
        </p>
      </div>
      <DeleteButton label={`Delete the drafts about ${brief.topic}`} onDelete={props.onDelete} />
    </Row>
  )
}
