import { daysInMonth, firstYear, lastYear, type WallTime } from './wall-time.ts'

/** A date, with or without a time of day and an offset. */
export interface ReadMoment {
  time: WallTime
  hasTime: boolean
  /** In milliseconds; null for that of the zone. */
  offset: number | null
}

export const MOMENT_CHARACTERS = 40
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** @returns the moment, or a sentence on what is wrong with it */
export function readMoment(text: string): ReadMoment | string {
  const given = text.trim()
  const shown = `“${given.slice(0, MOMENT_CHARACTERS)}”`
  const found = given.length <= MOMENT_CHARACTERS ? pattern.exec(given) : null
  if (!found)
    return `${shown} can’t be read. Write a date as 2026-03-29, with a time as 2026-03-29T14:30, and with an offset as 2026-03-29T14:30+02:00.`
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  if (year < firstYear || year > lastYear) return `${shown} has no year from ${firstYear} to ${lastYear}.`
  if (month < 1 || month > 12) return `${shown} has no month from 01 to 12.`
  if (day < 1 || day > daysInMonth(year, month)) return `${shown} is no day of the calendar.`
  if (hour > 23 || minute > 59 || second > 59) return `${shown} is no time of a day.`
  const millisecond = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const offset = readOffset(found[8])
  if (typeof offset === 'string') return `${shown} has ${offset}.`
  const time = { year, month, day, hour, minute, second, millisecond }
  return { time, hasTime: found[4] !== undefined, offset }
}

function readOffset(text: string | undefined): number | null | string {
  if (text === undefined) return null
  if (text.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))]
  if (hours > 18 || minutes > 59) return 'no offset that clocks have'
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}
