import type { InboxSettings } from '../../../shared/tools/inbox.ts'

type QuietHours = NonNullable<InboxSettings['quiet']>

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const MOVED_MINUTES = 240

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** What a clock on the wall shows in a zone, in minutes since midnight. */
export function minuteOfDay(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return of('hour') * 60 + of('minute')
}

/** Whether a person does not want to be told of anything now. The same minute twice is all day. */
export function isQuiet(quiet: QuietHours | null, at: Date): boolean {
  if (!quiet) return false
  const { from, to, zone } = quiet
  const minute = minuteOfDay(at, zone)
  return from < to ? from <= minute && minute < to : minute >= from || minute < to
}

/**
 * Milliseconds until the first minute that is not quiet; null if there is none within two days. Where clocks are put
 * forward or back, it is the clock on the wall that counts, so an end that is left out is reached where the clock has
 * passed it.
 */
export function quietForMs(quiet: QuietHours | null, at: Date): number | null {
  const start = at.getTime()
  for (let passed = 0; passed <= 2 * DAY_MINUTES; ) {
    const then = new Date(passed === 0 ? start : start - (start % MINUTE_MS) + passed * MINUTE_MS)
    if (!quiet || !isQuiet(quiet, then)) return then.getTime() - start
    // No clock is moved by four hours, so what is left beyond them can be passed over at once.
    const left = (quiet.to - minuteOfDay(then, quiet.zone) + DAY_MINUTES) % DAY_MINUTES
    passed += left > MOVED_MINUTES ? left - MOVED_MINUTES : 1
  }
  return null
}
