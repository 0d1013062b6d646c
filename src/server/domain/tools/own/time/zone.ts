import { clockMs, DAY_MS, type WallTime } from './wall-time.ts'

/** A zone with its whole history, or an offset that never changes. */
export interface Zone {
  name: string
  /** What its clocks are ahead of UTC at that moment, in milliseconds. */
  offsetAt(ms: number): number
}

export const fixedZone = (name: string, offset: number): Zone => ({ name, offsetAt: () => offset })
export const utc = fixedZone('UTC', 0)

const zones = new Map<string, Zone>()

/**
 * The platform knows the zones, and is asked for nothing but what a clock there shows.
 * @param name as the platform knows it; there are some six hundred
 * @throws {RangeError} if it does not
 */
export function ianaZone(name: string, shown: string): Zone {
  const known = zones.get(shown)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: name, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const zone: Zone = {
    name: shown,
    offsetAt(ms) {
      const whole = Math.floor(ms / 1_000) * 1_000
      return clockMs(shownBy(format, whole)) - whole
    },
  }
  zones.set(shown, zone)
  return zone
}

function shownBy(format: Intl.DateTimeFormat, ms: number): WallTime {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.get(type)))
  // There is no year 0: the one before the first is the first before Christ.
  const isBefore = parts.get('era')?.startsWith('B') === true
  return { year: isBefore ? 1 - year : year, month, day, hour, minute, second, millisecond: 0 }
}

const LARGEST_OFFSET_MS = DAY_MS
const STEP_MS = 2 * 3_600_000

/**
 * The moments at which clocks of the zone show this, earliest first: none if they are put forward over it, two if they
 * are put back over it.
 */
export function momentsOf(zone: Zone, time: WallTime): number[] {
  const shown = clockMs(time)
  const moments = new Set<number>()
  for (let near = shown - LARGEST_OFFSET_MS; near <= shown + LARGEST_OFFSET_MS; near += STEP_MS) {
    const moment = shown - zone.offsetAt(near)
    if (moment + zone.offsetAt(moment) === shown) moments.add(moment)
  }
  return [...moments].sort((one, other) => one - other)
}

/** Where no clock shows the time: what it is by the offset before the clocks are put forward, and how far that is. */
export function skippedMoment(zone: Zone, time: WallTime): { moment: number; forwardMs: number } {
  const shown = clockMs(time)
  const moment = shown - zone.offsetAt(shown - LARGEST_OFFSET_MS)
  return { moment, forwardMs: moment + zone.offsetAt(moment) - shown }
}

/** As `+05:30`, with seconds only where there are any. */
export function writeOffset(ms: number): string {
  const seconds = Math.abs(ms) / 1_000
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[2] === 0 ? parts.slice(0, 2) : parts
  return `${ms < 0 ? '-' : '+'}${shown.map((part) => String(part).padStart(2, '0')).join(':')}`
}
