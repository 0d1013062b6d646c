import { clockTime, writesDays } from './clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Up to so many days ago, a day is shown as its weekday. */
const WEEK_DAYS = 6

const weekday = writesDays({ weekday: 'short' })
const day = writesDays({ month: 'short', day: 'numeric' })
const dayOfYear = writesDays({ month: 'short', day: 'numeric', year: 'numeric' })

/** `Now`, `5 min`, `14:02`, `Yesterday`, `Tue`, `Mar 12`, `Mar 12, 2025`. A future time, of a wrong clock, is `Now`. */
export function lastUsed(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < MINUTE_MS) return 'Now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  const days = daysBetween(at, now)
  if (days === 0) return clockTime(at)
  if (days === 1) return 'Yesterday'
  if (days <= WEEK_DAYS) return weekday(at)
  return at.getFullYear() === now.getFullYear() ? day(at) : dayOfYear(at)
}

/** Counts midnights by calendar day, because a day with a clock change has 23 or 25 hours. */
export function daysBetween(from: Date, to: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((day(to) - day(from)) / (24 * HOUR_MS))
}
