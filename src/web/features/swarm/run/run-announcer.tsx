import { useEffect, useRef, useState } from 'react'
import type { SwarmRun } from '../../../../shared/swarm.ts'
import type { Following } from './run-head.tsx'
import { runNews } from './run-news.ts'

/** Tells a screen reader who speaks and who has ended: never word by word. */
export function RunAnnouncer({ run, following }: { run: SwarmRun; following: Following }) {
  const [news, setNews] = useState('')
  const before = useRef({ run, following })
  useEffect(() => {
    const known = before.current
    before.current = { run, following }
    if (known.run.id !== run.id) return setNews('')
    const said = [linkNews(known.following, following), runNews(known.run, run)].filter(Boolean).join(' ')
    if (said) setNews(said)
  }, [run, following])
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  )
}

function linkNews(before: Following, now: Following): string {
  if (before === now) return ''
  if (now === 'reconnecting') return 'Reconnecting.'
  if (now === 'lost') return 'The run is not heard any more.'
  return before === 'reconnecting' && now === 'live' ? 'Connected again.' : ''
}
