import { useEffect, useRef, useState } from 'react'
import { newsOf } from './news.ts'
import type { RealmLog } from './realm-log.ts'

/** A busy realm speaks at most this often, in milliseconds; what came meanwhile is told together. */
const QUIET_MS = 8_000

/** Tells a screen reader politely what others said, without flooding it: never earlier pages, never the reader's own. */
export function MessageAnnouncer({ log, self }: { log: RealmLog; self: string | undefined }) {
  const [news, setNews] = useState({ said: 0, text: '' })
  const told = useRef({ until: log.until, at: 0 })
  useEffect(() => {
    const fresh = log.messages.filter(({ number, author }) => number > told.current.until && author !== self)
    if (fresh.length === 0) return
    const wait = Math.max(0, told.current.at + QUIET_MS - Date.now())
    const timer = setTimeout(() => {
      told.current = { until: log.until, at: Date.now() }
      setNews(({ said }) => ({ said: said + 1, text: newsOf(fresh) }))
    }, wait)
    return () => clearTimeout(timer)
  }, [log, self])
  return (
    <div role="status" className="sr-only">
      {/* A new element each time: the same words twice are news twice. */}
      <p key={news.said}>{news.text}</p>
    </div>
  )
}
