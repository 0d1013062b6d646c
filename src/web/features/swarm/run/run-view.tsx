import { useEffect, useRef, useState } from 'react'
import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import { useKeptFocus } from '../../../lib/change-focus.ts'
import { PeopleSaid } from '../../../ui/markdown/named-texts.tsx'
import type { RunActions } from '../actions/run-actions.ts'
import { phaseParts } from '../lane/phase-parts.ts'
import * as texts from '../texts.ts'
import { forgetBegun, knownAtFirst } from './begun-here.ts'
import { PhaseView } from './phase-view.tsx'
import { type Following, RunHead } from './run-head.tsx'
import { runNews } from './run-news.ts'
import { useFollowEnd } from './use-follow-end.ts'

/**
 * A run, wherever it is stored. Its headings begin at the second level, and it fills its container.
 * @param props.actions null if the viewer may only read
 */
export function RunView(props: { run: SwarmRun; actions: RunActions | null; following: Following }) {
  const { run, actions, following } = props
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
      <RunHead run={run} actions={actions} following={following} />
      <PeopleSaid texts={run.phases.map(({ task }) => task)}>
        {phaseParts(run).map((part) => (
          <PhaseView key={part.index} part={part} mode={run.mode} actions={actions} />
        ))}
      </PeopleSaid>
      <RunAnnouncer run={run} following={following} />
    </div>
  )
}

/** Announces to screen readers who speaks and who has ended, but not the text as it arrives. */
function RunAnnouncer({ run, following }: { run: SwarmRun; following: Following }) {
  const [news, setNews] = useState({ said: 0, text: '' })
  const [atFirst] = useState(() => ({ run: knownAtFirst(run), following }))
  const before = useRef(atFirst)
  useEffect(() => {
    const isOther = before.current.run.id !== run.id
    const known = isOther ? { run: knownAtFirst(run), following } : before.current
    before.current = { run, following }
    forgetBegun(run.id)
    const text = [linkNews(known.following, following), runNews(known.run, run)].filter(Boolean).join(' ')
    if (text || isOther) setNews(({ said }) => ({ said: said + 1, text }))
  }, [run, following])
  return (
    <div role="status" className="sr-only">
      {/* A new element each time, so that the same text is announced twice. */}
      <p key={news.said}>{news.text}</p>
    </div>
  )
}

function linkNews(before: Following, now: Following): string {
  if (before === now) return ''
  if (now === 'reconnecting') return texts.reconnectingNews
  if (now === 'lost') return texts.connectionLostNews
  return before === 'reconnecting' && now === 'live' ? texts.connectedAgain : ''
}
