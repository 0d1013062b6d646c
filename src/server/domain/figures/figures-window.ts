import { type Range, ranges } from '../../../shared/figures.ts'

const stepMs = { hour: 3_600_000, day: 86_400_000 } as const

export interface FiguresWindow {
  step: 'hour' | 'day'
  /** When each hour or day begins, oldest first; the last one is running. */
  starts: Date[]
  from: Date
  /** When the running hour or day ends. */
  to: Date
}

/** The hours or days of UTC that a range shows. */
export function windowOf(range: Range, now: Date): FiguresWindow {
  const { step, count } = ranges[range]
  const long = stepMs[step]
  const to = (Math.floor(now.getTime() / long) + 1) * long
  const starts = Array.from({ length: count }, (_, index) => new Date(to - (count - index) * long))
  return { step, starts, from: new Date(to - count * long), to: new Date(to) }
}
