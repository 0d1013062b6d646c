import type { AgentSummary } from '../../../shared/agents/agents.ts'
import { Picture } from '../../ui/picture/picture.tsx'
import { CategoryLabel } from './category-label.tsx'
import { DraftMark } from './draft-mark.tsx'

/** The card fills a column of the list; on a phone it has the screen's width without margins and border. */
const CARD_SIZES = '(min-width: 40rem) 300px, calc(100vw - 42px)'

/** The upper part of an agent's card. Hidden from screen readers, because the name follows directly below. */
export function CardPicture({ agent, eager }: { agent: AgentSummary; eager: boolean }) {
  return (
    <div className="relative aspect-[16/9] sm:aspect-[4/3] overflow-hidden bg-deep">
      <Picture
        src={agent.pictureUrl}
        alt=""
        width={300}
        height={300}
        sizes={CARD_SIZES}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        className="size-full object-cover"
      />
      <div className="absolute inset-x-0 top-2/5 bottom-0 [background-image:linear-gradient(to_bottom,transparent,#0b111c)]" />
      <CategoryLabel category={agent.category} className="absolute bottom-2.5 left-3.5" />
      {!agent.isPublic && <DraftMark />}
    </div>
  )
}
