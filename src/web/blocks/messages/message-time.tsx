import { useSyncExternalStore } from 'react'
import { clockTime, fullDayAndTime, type Zone } from '../../lib/clock.ts'

const never = () => () => {}

/** `utc` at the first paint, which must be the same on the server and in the browser, then `local`. */
export function useZone(): Zone {
  return useSyncExternalStore<Zone>(
    never,
    () => 'local',
    () => 'utc',
  )
}

/**
 * Invisible at the first paint, which does not know the viewer's time zone, but takes up its space.
 * @param titled whether a tooltip shows the full date, for a list that does not show dates itself
 */
export function MessageTime(props: { of: string; zone: Zone; titled?: boolean; className?: string }) {
  const { of, zone, titled, className = '' } = props
  const at = new Date(of)
  const isKnown = zone === 'local'
  return (
    <time
      dateTime={of}
      title={titled && isKnown ? fullDayAndTime(at) : undefined}
      className={`display text-13 leading-none font-medium tracking-[0.08em] text-muted tabular-nums ${isKnown ? '' : 'invisible'} ${className}`}
    >
      {clockTime(at, zone)}
    </time>
  )
}
