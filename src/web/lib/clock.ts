/** The first paint uses `utc`, because the server does not know the reader's time zone. */
export type Zone = 'utc' | 'local'

export const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Formats a time as HH:mm in 24 hours (section 9). Every time of day that the web shows is formatted here. */
export function clockTime(at: Date, zone: Zone = 'local'): string {
  return zone === 'utc'
    ? `${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`
    : `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** The day of a time in a zone, as YYYY-MM-DD. */
export function dateOf(at: Date, zone: Zone): string {
  const minutes = zone === 'utc' ? 0 : at.getTimezoneOffset()
  return new Date(at.getTime() - minutes * 60_000).toISOString().slice(0, 10)
}

/** Writes days in en-US. Its formatter is kept, as one costs as much as seventy uses, and a list shows hundreds of days. */
export function writesDays(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let kept: Intl.DateTimeFormat | undefined
  return (at) => {
    kept ??= new Intl.DateTimeFormat('en-US', options)
    return kept.format(at)
  }
}

const medium = writesDays({ dateStyle: 'medium' })
const full = writesDays({ dateStyle: 'full' })

/** `Nov 22, 2026, 09:39`, in the reader's time zone. */
export function dayAndTime(at: Date): string {
  return `${medium(at)}, ${clockTime(at)}`
}

/** `Sunday, November 22, 2026 at 09:39` */
export function fullDayAndTime(at: Date): string {
  return `${full(at)} at ${clockTime(at)}`
}
