import { useEffect, useState } from 'react'
import type { RealmHere } from '../live/realm-room.ts'

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
  const [now, setNow] = useState(Number.POSITIVE_INFINITY)
  const left = last === undefined ? 0 : Math.ceil(slowSeconds - (now - Date.parse(last)) / 1000)
  const seconds = Math.min(slowSeconds, Math.max(0, left))
  const counts = seconds > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message begins it anew
  useEffect(() => setNow(Date.now()), [last, slowSeconds])
  useEffect(() => {
    if (!counts) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [counts])
  return seconds
}
