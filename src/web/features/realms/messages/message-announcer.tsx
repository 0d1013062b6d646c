import { useEffect, useRef, useState } from 'react'
import type { RealmHere } from '../live/realm-room.ts'
import { newsAfter, newsNow, receiveAll } from './news.ts'

/** The minimum interval of announcements, in milliseconds; messages in between are announced together. */
const QUIET_MS = 8_000

/**
 * It never says words as they arrive, earlier pages or the viewer's own messages. It stores ids and reads the current
 * texts, so that removed messages are not announced.
 */
export function MessageAnnouncer({ room, self }: { room: RealmHere; self: string | undefined }) {
  const { messages } = room
  const [news, setNews] = useState<{ said: number; ids: readonly string[] }>({ said: 0, ids: [] })
  const [known] = useState(() => receiveAll(messages))
  const announced = useRef({ received: known, at: 0 })
  useEffect(() => {
    const fresh = newsAfter(announced.current.received, messages, self)
    if (fresh.length === 0) return
    const wait = Math.max(0, announced.current.at + QUIET_MS - Date.now())
    const timer = setTimeout(() => {
      announced.current = { received: receiveAll(messages), at: Date.now() }
      setNews(({ said }) => ({ said: said + 1, ids: fresh.map(({ id }) => id) }))
    }, wait)
    return () => clearTimeout(timer)
  }, [messages, self])
  return (
    <div role="status" className="sr-only">
      {/* A new element each time, so that the same text is announced again. */}
      <p key={news.said}>{newsNow(news.ids, messages)}</p>
    </div>
  )
}
