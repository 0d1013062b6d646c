import { type Range, ranges } from '../../../shared/analytics.ts'

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const

export interface AnalyticsWindow {
  step: 'hour' | 'day'
  /** The start of each hour or day, oldest first; the last one is still running. */
  starts: Date[]
  from: Date
  to: Date
}

/** The hours or days (UTC) of a range. */
export function windowOf(range: Range, now: Date): AnalyticsWindow {
  const { step, count } = ranges[range]
  const long = stepMs[step]
  const to = (Math.floor(now.getTime() / long) + 1) * long
  const starts = Array.from({ length: count }, (_, index) => new Date(to - (count - index) * long))
  return { step, starts, from: new Date(to - count * long), to: new Date(to) }
}
