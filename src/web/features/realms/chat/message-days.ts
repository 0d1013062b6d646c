/** Whose days and hours count. The first paint knows only `utc`, because the server does not know where the reader is. */
export type Zone = 'utc' | 'local'

const two = (value: number) => String(value).padStart(2, '0')

/** Section 9: the time of a message, HH:mm in 24 hours. */
export function clockTime(createdAt: string, zone: Zone): string {
  const at = new Date(createdAt)
  return zone === 'utc'
    ? `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
    : `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The day on which a time falls. */
export function dateOf(at: Date, zone: Zone): string {
  return zone === 'utc'
    ? `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
    : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** A day as its heading says it; section 9: in the words of en-US. */
export function dayName(date: string, now: Date): string {
  const today = dateOf(now, 'local')
  const yesterday = dateOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1), 'local')
  if (date === today) return 'Today'
  if (date === yesterday) return 'Yesterday'
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
