import { today, yesterday } from '../../../../blocks/texts.ts'
import { dateOf, writesDays, type Zone } from '../../../../lib/clock.ts'
import { useMinute } from '../../../../lib/hooks/use-minute.ts'
import { previousDays } from '../../texts.tsx'

const DAY_MS = 86_400_000

const month = writesDays({ month: 'long', timeZone: 'UTC' })
const monthOfYear = writesDays({ month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The time under which a list has what was last used then, in en-US (section 9): a day, a week, or a month. */
export function usedWhen(at: string, now: Date, zone: Zone): string {
  const [date, newest] = [dateOf(new Date(at), zone), dateOf(now, zone)]
  const days = (Date.parse(newest) - Date.parse(date)) / DAY_MS
  // The server's clock may be ahead.
  if (days < 1) return today
  if (days === 1) return yesterday
  if (days <= 7) return previousDays
  const isThisYear = date.slice(0, 4) === newest.slice(0, 4)
  return (isThisYear ? month : monthOfYear)(new Date(date))
}

const heading = 'label px-3 pt-4 pb-1.5'

/** Has the size of a heading, where there is none yet. */
export const NoHeading = () => (
  <li aria-hidden="true" className={heading}>
    {'\u00a0'}
  </li>
)

/**
 * Stands above the first of those that were used then. Without words at the first paint, which does not know the zone.
 * @param props.asOf when the list was read, in milliseconds since 1970: the clock of a device may be on another day than
 * the server's was, and both have to paint the same headings first
 */
export function UsedWhen(props: { at: string; before: string | undefined; asOf: number }) {
  const { at, before, asOf } = props
  const minute = useMinute()
  const when = (time: string) => usedWhen(time, new Date(minute ?? asOf), minute === null ? 'utc' : 'local')
  if (before !== undefined && when(before) === when(at)) return null
  return <h3 className={heading}>{minute === null ? '\u00a0' : when(at)}</h3>
}
