import { useSyncExternalStore } from 'react'
import type { Zone } from '../../../lib/clock.ts'

const never = () => () => {}

/** Where the reader is, as far as is known: not at the first paint, which the server and the browser make alike. */
export function useZone(): Zone {
  return useSyncExternalStore<Zone>(
    never,
    () => 'local',
    () => 'utc',
  )
}
