/** A message as the screen shows it: one of the realm, or the reader's own on its way there. */
export interface ShownMessage {
  id: string
  author: string
  content: string
  createdAt: string
}

/** Whose days and hours count. The first paint knows only `utc`, because the server does not know where the reader is. */
export type Zone = 'utc' | 'local'

/** One person's messages in a row stand together unless so much time lies between them, in milliseconds. */
const TOGETHER_MS = 5 * 60_000

/** A message, and whether its author is named anew at it. */
export interface PlacedMessage {
  message: ShownMessage
  opens: boolean
}

export interface Day {
  /** Such as 2026-11-21. */
  date: string
  messages: PlacedMessage[]
}

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

/** Messages under their days, in the order in which they are. */
export function daysOf(messages: readonly ShownMessage[], zone: Zone): Day[] {
  const days: Day[] = []
  let before: ShownMessage | undefined
  for (const message of messages) {
    const date = dateOf(new Date(message.createdAt), zone)
    let day = days.at(-1)
    // Numbers rule the order; two servers' clocks may differ by a moment, which opens no day of its own.
    if (!day || day.date < date) {
      day = { date, messages: [] }
      days.push(day)
      before = undefined
    }
    const apart = before && Date.parse(message.createdAt) - Date.parse(before.createdAt) > TOGETHER_MS
    day.messages.push({ message, opens: before?.author !== message.author || apart === true })
    before = message
  }
  return days
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
