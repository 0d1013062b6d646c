import { daysBetween } from './last-used.ts'
import * as texts from './texts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const small = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/**
 * How a sentence about something of before begins: `A moment ago`, `20 minutes ago`, `An hour ago`, `Yesterday`, `Three
 * days ago`, `Two weeks ago`, `Five months ago`, `A year ago`. Days are those of the calendar.
 */
export function agoInWords(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < 2 * MINUTE_MS) return texts.aMomentAgo
  if (age < HOUR_MS) return ago(Math.floor(age / MINUTE_MS), 'a minute', 'minutes')
  const days = daysBetween(at, now)
  if (days === 0 || age < 6 * HOUR_MS) return ago(Math.floor(age / HOUR_MS), 'an hour', 'hours')
  if (days === 1) return texts.yesterday
  if (days < 14) return ago(days, 'a day', 'days')
  if (days < 60) return ago(Math.floor(days / 7), 'a week', 'weeks')
  if (days < 365) return ago(Math.floor(days / 30), 'a month', 'months')
  return ago(Math.floor(days / 365), 'a year', 'years')
}

function ago(count: number, one: string, many: string): string {
  const words = count === 1 ? one : `${small[count - 1] ?? count} ${many}`
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ago`
}
