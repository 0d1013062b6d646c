import { useEffect, useState } from 'react'
import { useDelayedFlag } from '../../../lib/hooks/use-delayed-flag.ts'
import type { Connection } from '../live/realm-room.ts'

/** A shorter interruption is not shown; the first reconnect starts after a second. */
const LOST_MS = 1_500

/** Short interruptions are hidden; `lost` has the time of the next try, and the reason if it is known. */
export type ShownLink =
  | { state: 'connecting' }
  | { state: 'connected' }
  | { state: 'lost'; retryAt: number | undefined; problem?: string | undefined }
  | { state: 'offline' }

export function useShownLink(connection: Connection): ShownLink {
  const live = connection.state === 'live'
  const lost = useDelayedFlag(!live, LOST_MS)
  const [met, setMet] = useState(live)
  if (live && !met) setMet(true)
  if (!lost) return { state: live || met ? 'connected' : 'connecting' }
  if (connection.state === 'offline') return { state: 'offline' }
  return { retryAt: undefined, ...connection, state: 'lost' }
}

/** Whole seconds until a time in milliseconds of `Date.now()`, updated continuously; never negative. */
export function useSecondsUntil(time: number): number {
  const left = () => Math.max(0, Math.ceil((time - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is a reading of `time`
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 250)
    return () => clearInterval(timer)
  }, [time])
  return seconds
}
