import { useRef } from 'react'
import type { SwarmRun } from '../../../../shared/swarm.ts'
import { phaseParts } from './phase-parts.ts'
import { PhaseView } from './phase-view.tsx'
import { RunAnnouncer } from './run-announcer.tsx'
import type { RunDeeds } from './run-deeds.ts'
import { type Following, RunHead } from './run-head.tsx'
import { useFollowEnd } from './use-follow-end.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/**
 * A run as it stands, wherever it is kept: what was asked, the agents side by side, and the synthesis. It brings its
 * own headings from the second level on, and takes all the width that it is given.
 * @param props.deeds null for whoever may only read
 */
export function RunView(props: { run: SwarmRun; deeds: RunDeeds | null; following: Following }) {
  const { run, deeds, following } = props
  const content = useRef<HTMLDivElement>(null)
  useFollowEnd(content, run.state === 'running')
  useKeptFocus(content, '[data-lane], [data-phase], [data-run]')
  return (
    <div
      ref={content}
      data-run={run.id}
      tabIndex={-1}
      className="grid min-w-0 grid-cols-1 gap-6 outline-none"
    >
      <RunHead run={run} deeds={deeds} following={following} />
      {phaseParts(run).map((part) => (
        <PhaseView key={part.index} part={part} mode={run.mode} deeds={deeds} />
      ))}
      <RunAnnouncer run={run} following={following} />
    </div>
  )
}
