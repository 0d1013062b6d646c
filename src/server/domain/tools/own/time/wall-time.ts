/** A day of the Gregorian calendar, also before it was introduced. Months and days count from 1. */
export interface Day {
  year: number
  month: number
  day: number
}

/** What a clock on a wall shows. */
export interface WallTime extends Day {
  hour: number
  minute: number
  second: number
  millisecond: number
}

export const DAY_MS = 86_400_000

/** Years of four digits. */
export const firstYear = 1
export const lastYear = 9_999

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Days since 1970-01-01. */
export function dayNumber({ year, month, day }: Day): number {
  // Years begin in March here, so that the leap day is the last one.
  const shifted = month <= 2 ? year - 1 : year
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return (
    shifted * 365 +
    Math.floor(shifted / 4) -
    Math.floor(shifted / 100) +
    Math.floor(shifted / 400) +
    dayOfYear -
    719_468
  )
}

export function dayOf(number: number): Day {
  const days = number + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const march = Math.floor((5 * dayOfYear + 2) / 153)
  const month = ((march + 2) % 12) + 1
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * march + 2) / 5) + 1,
  }
}

/** Milliseconds since 1970 of a clock that shows this in UTC. */
export function clockMs(time: WallTime): number {
  const { hour, minute, second, millisecond } = time
  return dayNumber(time) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000 + millisecond
}

export function wallTimeOf(ms: number): WallTime {
  const days = Math.floor(ms / DAY_MS)
  const rest = ms - days * DAY_MS
  return {
    ...dayOf(days),
    hour: Math.floor(rest / 3_600_000),
    minute: Math.floor(rest / 60_000) % 60,
    second: Math.floor(rest / 1_000) % 60,
    millisecond: rest % 1_000,
  }
}

const weekdays = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday']

export function weekdayOf(day: Day): string {
  const place = ((dayNumber(day) % 7) + 7) % 7
  return weekdays[place] ?? ''
}

/** Whole years, months and days from one day to a later one. A month from 31 January ends on the last of February. */
export function calendarDifference(from: Day, to: Day): { years: number; months: number; days: number } {
  const between = (to.year - from.year) * 12 + (to.month - from.month)
  const isWhole = dayNumber(monthsAfter(from, between)) <= dayNumber(to)
  const months = isWhole ? between : between - 1
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    days: dayNumber(to) - dayNumber(monthsAfter(from, months)),
  }
}

export function monthsAfter({ year, month, day }: Day, months: number): Day {
  const all = year * 12 + month - 1 + months
  const [thenYear, thenMonth] = [Math.floor(all / 12), (all % 12) + 1]
  return { year: thenYear, month: thenMonth, day: Math.min(day, daysInMonth(thenYear, thenMonth)) }
}

export function writeDay({ year, month, day }: Day): string {
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
}

/** As ISO 8601 without an offset; milliseconds only where there are any. */
export function writeWallTime(time: WallTime): string {
  const { hour, minute, second, millisecond } = time
  const clock = [hour, minute, second].map((one) => digits(one, 2)).join(':')
  return `${writeDay(time)}T${clock}${millisecond === 0 ? '' : `.${digits(millisecond, 3)}`}`
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')
