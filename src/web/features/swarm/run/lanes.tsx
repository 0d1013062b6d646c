import { useRef } from 'react'
import type { SwarmMode } from '../../../../shared/swarm-plan.ts'
import { LaneStrip } from './lane-strip.tsx'
import { LaneView } from './lane-view.tsx'
import type { PhasePart } from './phase-parts.ts'
import type { RunDeeds } from './run-deeds.ts'
import { useShownLane } from './use-shown-lane.ts'

/**
 * The lanes of a phase side by side, five of them at 1280 px; where there is no room for all, they are scrolled through,
 * each snapping in.
 */
export function Lanes(props: { part: PhasePart; mode: SwarmMode; deeds: RunDeeds | null }) {
  const { part, mode } = props
  const list = useRef<HTMLUListElement>(null)
  const { shown, show } = useShownLane(list)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <LaneStrip lanes={part.lanes} shown={shown} onShow={show} />
      <ul
        ref={list}
        aria-label={mode === 'relay' ? 'Agents, in their order' : 'Agents'}
        // What is placed absolutely in it, as text for screen readers is, scrolls with it and does not widen the page.
        className="relative grid snap-x snap-mandatory auto-cols-[minmax(264px,1fr)] grid-flow-col divide-x divide-line overflow-x-auto overscroll-x-contain max-md:-mx-[18px] max-md:scroll-px-1.5 max-md:auto-cols-[86%] max-md:px-1.5 md:-mx-3.5 xl:auto-cols-[minmax(216px,1fr)]"
        style={{ gridTemplateRows: `auto repeat(${part.phase.rounds}, auto)` }}
      >
        {part.lanes.map((lane) => (
          <LaneView key={lane.index} lane={lane} part={part} mode={mode} deeds={props.deeds} />
        ))}
      </ul>
    </div>
  )
}
