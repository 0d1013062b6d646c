import { useEffect, useRef, useState } from 'react'
import type { RealmHere } from '../live/realm-room.ts'
import { hearAll, newsAfter, newsNow } from './news.ts'

/** A busy realm speaks at most this often, in milliseconds; what came meanwhile is told together. */
const QUIET_MS = 8_000

/**
 * Where a screen reader is politely told what others said and which agents have answered, without flooding anybody:
 * never word by word, never earlier pages, never the reader's own. It keeps ids and reads the words from the messages as
 * they are now, so what was removed is not told.
 */
export function MessageAnnouncer({ room, self }: { room: RealmHere; self: string | undefined }) {
  const { messages } = room
  const [news, setNews] = useState<{ said: number; ids: readonly string[] }>({ said: 0, ids: [] })
  const [known] = useState(() => hearAll(messages))
  const told = useRef({ heard: known, at: 0 })
  useEffect(() => {
    const fresh = newsAfter(told.current.heard, messages, self)
    if (fresh.length === 0) return
    const wait = Math.max(0, told.current.at + QUIET_MS - Date.now())
    const timer = setTimeout(() => {
      told.current = { heard: hearAll(messages), at: Date.now() }
      setNews(({ said }) => ({ said: said + 1, ids: fresh.map(({ id }) => id) }))
    }, wait)
    return () => clearTimeout(timer)
  }, [messages, self])
  return (
    <div role="status" className="sr-only">
      {/* A new element each time: the same words twice are news twice. */}
      <p key={news.said}>{newsNow(news.ids, messages)}</p>
    </div>
  )
}
