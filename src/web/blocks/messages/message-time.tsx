import { useSyncExternalStore } from 'react'
import { clockTime, fullDayAndTime, type Zone } from '../../lib/clock.ts'

const never = () => () => {}

/** Where the reader is, as far as is known: not at the first paint, which the server and the browser make alike. */
export function useZone(): Zone {
  return useSyncExternalStore<Zone>(
    never,
    () => 'local',
    () => 'utc',
  )
}

/**
 * When a message was made. The first paint, which does not know where the reader is, leaves room for it.
 * @param titled whether its day is shown where it is pointed at, for a list that does not show it by itself
 */
export function MessageTime(props: { of: string; zone: Zone; titled?: boolean; className?: string }) {
  const { of, zone, titled, className = '' } = props
  const at = new Date(of)
  const isKnown = zone === 'local'
  return (
    <time
      dateTime={of}
      title={titled && isKnown ? fullDayAndTime(at) : undefined}
      className={`display text-[11px] leading-none font-medium tracking-[0.08em] text-muted tabular-nums ${isKnown ? '' : 'invisible'} ${className}`}
    >
      {clockTime(at, zone)}
    </time>
  )
}
