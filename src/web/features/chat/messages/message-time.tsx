import { useSyncExternalStore } from 'react'
import { clockTime, fullDayAndTime } from '../../../lib/clock.ts'

const never = () => () => {}

/** When a message was made. The first paint, which does not know where the reader is, leaves room for it. */
export function MessageTime({ of, inline = false }: { of: string; inline?: boolean }) {
  const known = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const date = new Date(of)
  return (
    <time
      dateTime={of}
      title={known ? fullDayAndTime(date) : undefined}
      className={`display text-[11px] leading-none font-medium tracking-[0.08em] text-muted tabular-nums ${inline ? '' : 'mt-2 block'} ${known ? '' : 'invisible'}`}
    >
      {known ? clockTime(date) : '00:00'}
    </time>
  )
}
