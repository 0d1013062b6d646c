import { twoDigits } from '../../../lib/clock.ts'

/** Minutes since midnight as a field for times has them. */
export const clockOf = (minutes: number): string =>
  `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`

/** Null for what is no time. */
export function minutesOf(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)(?::\d\d)?$/.exec(text) ?? []
  const all = Number(hours) * 60 + Number(minutes)
  return Number(hours) < 24 && Number(minutes) < 60 ? all : null
}
