import { dateOf, type Zone } from '../../lib/clock.ts'
import * as texts from '../texts.ts'
import { useZone } from './message-time.tsx'

/**
 * The day of a message, if it is another one than that of the message before; of the first message, if it is not today.
 * @param before undefined for the first
 */
export function dayBegun(at: string, before: string | undefined, zone: Zone): string | undefined {
  const day = dateOf(new Date(at), zone)
  return day === dateOf(before === undefined ? new Date() : new Date(before), zone) ? undefined : day
}

/** The heading of a day, in en-US (section 9). */
export function dayName(date: string, now: Date): string {
  const today = dateOf(now, 'local')
  const yesterday = dateOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1), 'local')
  if (date === today) return texts.today
  if (date === yesterday) return texts.yesterday
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' })
}

/** Stands above the first message of a day; without words at the first paint, which does not know the zone. */
export function DayHeading({ day }: { day: string }) {
  const zone = useZone()
  return (
    <h2 className="label mt-4 flex items-center gap-4 py-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {zone === 'utc' ? '\u00a0' : dayName(day, new Date())}
    </h2>
  )
}
