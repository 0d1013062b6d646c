import { useEffect, useRef, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realm-messages.ts'
import { hearAll, newsAfter, newsNow } from './news.ts'

/** A busy realm speaks at most this often, in milliseconds; what came meanwhile is told together. */
const QUIET_MS = 8_000

/** What is new, without flooding anybody: never word by word, never earlier pages, never the reader's own. */
export default function MessageNews(props: {
  messages: readonly RealmMessage[]
  /** Those that were there when the realm was opened. */
  opened: readonly RealmMessage[]
  self: string | undefined
}) {
  const { messages, opened, self } = props
  const [news, setNews] = useState<{ said: number; ids: readonly string[] }>({ said: 0, ids: [] })
  const [known] = useState(() => hearAll(opened))
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
  // A new element each time: the same words twice are news twice.
  return <p key={news.said}>{newsNow(news.ids, messages)}</p>
}
