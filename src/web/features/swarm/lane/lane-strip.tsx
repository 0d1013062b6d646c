import { Picture } from '../../../ui/picture/picture.tsx'
import * as texts from '../texts.ts'
import { isLit, laneMarks } from './lane-mark.tsx'
import type { LanePart } from './phase-parts.ts'

/** On a phone, which shows one lane at a time: buttons for all lanes with their states. */
export function LaneStrip(props: {
  lanes: readonly LanePart[]
  shown: number
  onShow: (index: number) => void
}) {
  return (
    <div
      data-sticks=""
      className="sticky top-[calc(var(--header-height)+1px)] z-10 -mx-[18px] flex gap-1 border-b border-line bg-raised px-3 md:hidden"
    >
      {props.lanes.map(({ index, seat, state }) => {
        const lit = isLit(state)
        const leftOut = state === 'failed' || state === 'dropped'
        return (
          <button
            key={index}
            type="button"
            aria-label={texts.showLane(seat.agentName, laneMarks[state])}
            aria-pressed={index === props.shown}
            onClick={() => props.onShow(index)}
            className={`relative grid min-h-14 min-w-11 flex-1 place-items-center border-b-2 transition-colors ${index === props.shown ? 'border-text' : 'border-transparent'}`}
          >
            <Picture
              src={seat.agentImageUrl}
              alt=""
              width={36}
              height={36}
              className={`hexagon size-9 object-cover ${leftOut ? 'opacity-50 [filter:grayscale(1)]' : ''}`}
            />
            {lit && (
              <span
                aria-hidden="true"
                className="dot absolute top-2 left-[calc(50%+14px)] animate-pulse-soft [--hue:var(--color-magenta)]"
              />
            )}
            {leftOut && (
              <span
                aria-hidden="true"
                className="dot absolute top-2 left-[calc(50%+14px)] [--hue:var(--color-warning)]"
              />
            )}
          </button>
        )
      })}
    </div>
  )
}
