import { useEffect, useState } from 'react'
import type { RealmHere } from '../live/realm-room.ts'

/** When the viewer last wrote, and what this page knows of the time since then, all in milliseconds. */
interface LastWritten {
  /** By the server's clock. */
  at: number
  /** By the computer's clock, which may be wrong. */
  now: number
  /** Since this page first had the message, whatever clocks say. */
  known: number
}

/** The seconds that are left to wait, of so many; nobody waits longer than that, also where a clock is behind. */
export function secondsLeft(slowSeconds: number, { at, now, known }: LastWritten): number {
  const since = Math.max(now - at, known) / 1000
  return Math.min(slowSeconds, Math.max(0, Math.ceil(slowSeconds - since)))
}

/** The seconds until the viewer may write again; 0 if they may now. The server has the last word. */
export function useSlowMode(
  { realm, messages }: Pick<RealmHere, 'realm' | 'messages'>,
  self: string | undefined,
): number {
  const { slowSeconds, createdBy } = realm
  const isSlow = slowSeconds > 0 && self !== undefined && self !== createdBy
  const last = isSlow
    ? messages.findLast(({ kind, author }) => kind === 'said' && author === self)?.createdAt
    : undefined
  // The first paint, which a server may make, does not count.
  const [time, setTime] = useState({ of: last, now: Number.POSITIVE_INFINITY, known: 0 })
  useEffect(() => {
    if (last === undefined) return
    const begun = performance.now()
    const tick = () => {
      const next = { of: last, now: Date.now(), known: performance.now() - begun }
      setTime(next)
      if (secondsLeft(slowSeconds, { at: Date.parse(last), ...next }) === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 500)
    tick()
    return () => clearInterval(timer)
  }, [last, slowSeconds])
  if (last === undefined) return 0
  // A new message begins it anew.
  const { now, known } = time.of === last ? time : { ...time, known: 0 }
  return secondsLeft(slowSeconds, { at: Date.parse(last), now, known })
}
