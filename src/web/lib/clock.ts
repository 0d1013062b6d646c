/** Whose days and hours count. The first paint knows only `utc`, because the server does not know where the reader is. */
export type Zone = 'utc' | 'local'

const two = (value: number) => String(value).padStart(2, '0')

/** Section 9: a time, HH:mm in 24 hours. No other function of the web makes one. */
export function clockTime(at: Date, zone: Zone = 'local'): string {
  return zone === 'utc'
    ? `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
    : `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** A day with its time, where the reader is: `Nov 22, 2026, 09:39`. */
export function dayAndTime(at: Date): string {
  return `${at.toLocaleDateString('en-US', { dateStyle: 'medium' })}, ${clockTime(at)}`
}

/** The same in full: `Sunday, November 22, 2026 at 09:39`. */
export function fullDayAndTime(at: Date): string {
  return `${at.toLocaleDateString('en-US', { dateStyle: 'full' })} at ${clockTime(at)}`
}
