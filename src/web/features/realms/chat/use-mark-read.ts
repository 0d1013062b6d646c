import { useEffect, useState } from 'react'
import type { RealmHere } from '../live/realm-room.ts'

/** Whoever has a realm before their eyes for so long, in milliseconds, has opened it. */
const LOOKED_AT_MS = 1_000

/** Remembers how far a realm was read: up to its newest message, while that is in sight of somebody who looks. */
export function useMarkRead({ messages, markRead }: RealmHere, following: boolean): void {
  const newest = messages.at(-1)?.number ?? 0
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    // What was new when the realm was opened is found out before anything counts as read.
    const timer = setTimeout(() => setOpened(true), LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!opened || !following) return
    const mark = () => {
      if (document.visibilityState === 'visible') markRead(newest)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [opened, following, newest, markRead])
}
