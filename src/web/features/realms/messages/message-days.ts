import { twoDigits, type Zone } from '../../../lib/clock.ts'
import * as texts from './texts.ts'

/** The day of a time in a zone, as YYYY-MM-DD. */
export function dateOf(at: Date, zone: Zone): string {
  return zone === 'utc'
    ? `${at.getUTCFullYear()}-${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}`
    : `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`
}

/** The heading of a day, in en-US (section 9). */
export function dayName(date: string, now: Date): string {
  const today = dateOf(now, 'local')
  const yesterday = dateOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1), 'local')
  if (date === today) return texts.today
  if (date === yesterday) return texts.yesterday
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
