import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SwarmRun } from '../../../../shared/swarm/swarm.ts'
import type { RunActions } from '../actions/run-actions.ts'
import { forgetBegun, knownAtFirst } from './begun-here.ts'
import { phaseParts } from './phase-parts.ts'
import { PhaseView } from './phase-view.tsx'
import { type Following, RunHead } from './run-head.tsx'
import { runNews } from './run-news.ts'
import { useFollowEnd } from './use-follow-end.ts'

/**
 * A run as it stands, wherever it is kept: what was asked, the agents side by side, and the synthesis. It brings its
 * own headings from the second level on, and takes all the width that it is given.
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
      {phaseParts(run).map((part) => (
        <PhaseView key={part.index} part={part} mode={run.mode} actions={actions} />
      ))}
      <RunAnnouncer run={run} following={following} />
    </div>
  )
}

/**
 * Gives the focus to what was around a button that is gone because it has done what it was there for, so that whoever
 * goes by keyboard goes on from there.
 * @param place the selector of what may take it
 */
function useKeptFocus(content: RefObject<HTMLElement | null>, place: string): void {
  const around = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = content.current
    if (!element) return
    const onFocus = ({ target }: FocusEvent) => {
      around.current = target instanceof HTMLElement ? target.closest<HTMLElement>(place) : null
    }
    // Whoever points elsewhere has left.
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Element && target.closest('button'))) around.current = null
    }
    element.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      element.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [content, place])
  useEffect(() => {
    if (around.current?.isConnected && document.activeElement === document.body)
      around.current.focus({ preventScroll: true })
  })
}

/** Tells a screen reader who speaks and who has ended: never word by word. */
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
      {/* A new element each time: the same words twice are news twice. */}
      <p key={news.said}>{news.text}</p>
    </div>
  )
}

function linkNews(before: Following, now: Following): string {
  if (before === now) return ''
  if (now === 'reconnecting') return 'Reconnecting.'
  if (now === 'lost') return 'The run is not heard any more.'
  return before === 'reconnecting' && now === 'live' ? 'Connected again.' : ''
}
