import type { AgentSummary } from '../../../shared/agents/agents.ts'
import { Picture } from '../../ui/picture/picture.tsx'
import { CategoryLabel } from './category-label.tsx'
import { DraftMark } from './draft-mark.tsx'

/** The upper part of an agent's card. The name stands right below, so the picture says nothing to a screen reader. */
export function CardPicture({ agent, eager }: { agent: AgentSummary; eager: boolean }) {
  return (
    <div className="relative aspect-[4/3] overflow-hidden bg-deep">
      <Picture
        src={agent.pictureUrl}
        alt=""
        width={300}
        height={300}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        className="size-full object-cover"
      />
      <div className="absolute inset-x-0 top-2/5 bottom-0 bg-linear-to-b from-transparent to-[#0b111c]" />
      <CategoryLabel category={agent.category} className="absolute bottom-2.5 left-3.5" />
      {!agent.isPublic && <DraftMark />}
    </div>
  )
}
