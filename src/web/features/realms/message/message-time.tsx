import { clockTime, type Zone } from '../../../lib/clock.ts'

/** When a message was made. The first paint, which does not know where the reader is, leaves room for it. */
export function MessageTime({ of, zone }: { of: string; zone: Zone }) {
  return (
    <time
      dateTime={of}
      className={`display text-[11px] leading-none font-medium tracking-[0.08em] text-muted tabular-nums ${zone === 'utc' ? 'invisible' : ''}`}
    >
      {clockTime(new Date(of), zone)}
    </time>
  )
}
