import { useId } from 'react'
import type { SwarmMode } from '../../../../shared/swarm-plan.ts'
import { Lanes } from './lanes.tsx'
import { PhaseCaps } from './phase-caps.tsx'
import type { PhasePart } from './phase-parts.ts'
import type { RunDeeds } from './run-deeds.ts'
import { modeLine } from './run-words.ts'
import { SynthesisView } from './synthesis-view.tsx'
import { TaskText } from './task-text.tsx'

/** One phase: what was asked, what it may cost and does, who said what, and the synthesis. */
export function PhaseView(props: { part: PhasePart; mode: SwarmMode; deeds: RunDeeds | null }) {
  const { part, mode } = props
  const id = useId()
  const deeds = part.state === 'running' ? props.deeds : null
  return (
    <section
      aria-labelledby={id}
      data-phase={part.index}
      tabIndex={-1}
      className={`grid min-w-0 grid-cols-1 gap-6 outline-none ${part.index > 0 ? 'mt-3 border-t border-line pt-9' : ''}`}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <div className="grid min-w-0 flex-[1_1_340px] gap-3">
          <h2 id={id} className="label">
            {part.index === 0 ? 'Task' : 'Gone on with'}
          </h2>
          <TaskText text={part.phase.task} />
        </div>
        <div className="grid flex-[0_1_420px] gap-2.5">
          <p className="text-sm text-soft">{modeLine(mode, part.phase)}</p>
          <PhaseCaps part={part} />
        </div>
      </div>
      <Lanes part={part} mode={mode} deeds={deeds} />
      <SynthesisView part={part} deeds={deeds} />
    </section>
  )
}
