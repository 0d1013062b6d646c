const UTC = { timeZone: 'UTC' } as const
const day = new Intl.DateTimeFormat('en-US', { ...UTC, month: 'short', day: 'numeric' })
const weekday = new Intl.DateTimeFormat('en-US', { ...UTC, weekday: 'short', month: 'short', day: 'numeric' })
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** Formats a count for the axis of a chart: 12.3K. */
export const formatShortCount = (count: number): string => compact.format(count)

/** Formats a duration in milliseconds: 620 ms, 1.24 s, 12.4 s, 120 s. */
export function formatTime(milliseconds: number): string {
  const rounded = Math.round(milliseconds)
  if (rounded < 1_000) return `${rounded} ms`
  const seconds = milliseconds / 1_000
  const digits = seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0
  return `${Number(seconds.toFixed(digits)).toLocaleString('en-US')} s`
}

/** A percentage; null if the total is 0. A part above 0 is never shown as 0%, and less than all never as 100%. */
export function formatShare(part: number, all: number): string | null {
  if (all <= 0) return null
  const percent = Math.round((part / all) * 100)
  if (part > 0 && percent === 0) return 'under 1%'
  if (part < all && percent === 100) return 'over 99%'
  return `${percent}%`
}

/** Small amounts keep their digits: a reply often costs a fraction of a cent, and what costs something is never $0.00. */
export function formatMoney(cents: number): string {
  const dollars = cents / 100
  const digits = dollars >= 1 || dollars === 0 ? 2 : dollars >= 0.001 ? 4 : 6
  return `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: digits })}`
}

/** The start of an hour or a day of UTC for the axis of a chart: 14:00, or Nov 21. */
export const formatStart = (start: string, step: 'hour' | 'day'): string =>
  step === 'hour' ? start.slice(11, 16) : day.format(new Date(start))

/** The long form: Nov 21, 14:00, or Sat, Nov 21. */
export const formatFullStart = (start: string, step: 'hour' | 'day'): string =>
  step === 'hour' ? `${day.format(new Date(start))}, ${start.slice(11, 16)}` : weekday.format(new Date(start))
