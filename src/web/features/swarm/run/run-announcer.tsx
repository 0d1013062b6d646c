import { useEffect, useRef, useState } from 'react'
import type { SwarmRun } from '../../../../shared/swarm.ts'
import { forgetBegun, knownAtFirst } from './begun-here.ts'
import type { Following } from './run-head.tsx'
import { runNews } from './run-news.ts'

/** Tells a screen reader who speaks and who has ended: never word by word. */
export function RunAnnouncer({ run, following }: { run: SwarmRun; following: Following }) {
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
