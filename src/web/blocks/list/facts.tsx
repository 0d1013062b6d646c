import type { ReactNode } from 'react'
import { dayAndTime } from '../../lib/clock.ts'
import { useMinute } from '../../lib/hooks/use-minute.ts'

export function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-muted">{props.name}</dt>
      <dd className="text-soft wrap-anywhere">{props.children}</dd>
    </div>
  )
}

/** A time in the person's time zone. The first paint does not know it and leaves the space empty. */
export function When({ at }: { at: string }) {
  const now = useMinute()
  return (
    <time dateTime={at} className="inline-block min-w-[9ch]">
      {now === null ? '' : dayAndTime(new Date(at))}
    </time>
  )
}
