import type { ChosenAgent } from '../../../blocks/saved-draft/chosen-agent.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseIcon, NextIcon, PreviousIcon } from '../../../ui/icons.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.ts'

/** An agent of the run, with its place if the order matters, and a remove button. */
export function ChosenAgentItem(props: {
  agent: ChosenAgent
  place: number
  last: number
  ordered: boolean
  gone: boolean
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const { agent, place, last, ordered, gone } = props
  const move = (by: -1 | 1) => {
    const allowed = by === -1 ? place > 1 : place < last
    return (
      <Button
        icon
        size="small"
        tone="quiet"
        data-move={by}
        aria-label={by === -1 ? texts.moveEarlier(agent.name) : texts.moveLater(agent.name)}
        aria-disabled={!allowed}
        onClick={() => allowed && props.onMove(by)}
        className={`w-8 max-md:size-11 ${allowed ? '' : 'opacity-50'}`}
      >
        {by === -1 ? <PreviousIcon width={18} height={18} /> : <NextIcon width={18} height={18} />}
      </Button>
    )
  }
  return (
    <li
      data-agent={agent.id}
      className="flex min-w-0 items-center gap-1 rounded-[3px] border border-line py-1.5 pr-1 pl-3"
    >
      <Picture
        src={agent.imageUrl}
        alt=""
        width={36}
        height={36}
        className={`hexagon size-9 flex-none object-cover ${gone ? 'opacity-50 [filter:grayscale(1)]' : ''}`}
      />
      <p className="min-w-0 flex-1 pl-2">
        <span className="display block truncate text-15 leading-snug font-semibold" title={agent.name}>
          {agent.name}
        </span>
        {ordered && (
          <span className="block text-13 leading-[1.4] text-muted">{texts.placeOf(place, last)}</span>
        )}
        {gone && <span className="block text-13 leading-[1.4] text-warning">{texts.notThere}</span>}
      </p>
      {ordered && move(-1)}
      {ordered && move(1)}
      <Button
        icon
        size="small"
        tone="quiet"
        aria-label={texts.removeAgent(agent.name)}
        onClick={props.onRemove}
        className="w-8 max-md:size-11"
      >
        <CloseIcon width={18} height={18} />
      </Button>
    </li>
  )
}
