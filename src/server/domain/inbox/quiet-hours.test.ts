import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isQuiet, isZone, minuteOfDay, quietForMs } from './quiet-hours.ts'

const MINUTE_MS = 60_000
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Africa/Casablanca',
  'Antarctica/Troll',
]
const night = { from: 22 * 60, to: 7 * 60 }

// What the wall shows, by another way than the code's: the local time as a text.
const wall = (at: Date, timeZone: string) => {
  const [hours = 0, minutes = 0] = at
    .toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
    .split(':')
    .map(Number)
  return hours * 60 + minutes
}

/** Some around the days on which clocks are moved, some anywhere. */
const moments = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        '2026-03-08',
        '2026-03-29',
        '2026-04-05',
        '2026-10-04',
        '2026-10-25',
        '2026-11-01',
        '2026-12-31',
      ),
      fc.integer({ min: -1_440, max: 2_880 }),
    )
    .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS)),
  fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
)
const minutes = fc.integer({ min: 0, max: 1_439 })
const hours = fc
  .record({ from: minutes, to: minutes, zone: fc.constantFrom(...zones) })
  .filter(({ from, to }) => from !== to)

test('it is quiet exactly while the clock on the wall is between the two times, over midnight and while clocks are moved', () => {
  fc.assert(
    fc.property(hours, moments, (quiet, at) => {
      const { from, to, zone } = quiet
      const minute = wall(at, zone)
      expect(minuteOfDay(at, zone)).toBe(minute)
      const isBetween = (minute - from + 1_440) % 1_440 < (to - from + 1_440) % 1_440
      expect(isQuiet(quiet, at)).toBe(isBetween)
    }),
  )
})

test('quiet hours are over at the first minute that is not quiet, and not a minute before', () => {
  fc.assert(
    fc.property(hours, moments, (quiet, at) => {
      const left = quietForMs(quiet, at)
      if (left === null) throw new Error('it never ends')
      if (!isQuiet(quiet, at)) {
        expect(left).toBe(0)
        return
      }
      expect(isQuiet(quiet, new Date(at.getTime() + left))).toBe(false)
      expect((at.getTime() + left) % MINUTE_MS).toBe(0)
      for (let passed = 0; passed < left; passed += MINUTE_MS)
        expect(isQuiet(quiet, new Date(at.getTime() + passed))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a night in which clocks are moved is an hour shorter or longer, and ends at the same time on the wall', () => {
  const quiet = { ...night, zone: 'Europe/Berlin' }
  const nights = { '2026-03-28': 8, '2026-10-24': 10, '2026-11-25': 9 }
  for (const [day, lasting] of Object.entries(nights)) {
    const from = new Date(`${day}T22:00:00${day === '2026-10-24' ? '+02:00' : '+01:00'}`)
    expect(quietForMs(quiet, from)).toBe(lasting * 60 * MINUTE_MS)
  }
  // An end that clocks jump over: on that day it is 03:00 after 01:59.
  const jumped = { from: 0, to: 150, zone: 'Europe/Berlin' }
  expect(quietForMs(jumped, new Date('2026-03-29T00:00:00+01:00'))).toBe(120 * MINUTE_MS)
})

test('nobody who wants no quiet hours has any, and a zone has to be one', () => {
  expect(isQuiet(null, new Date())).toBe(false)
  expect(quietForMs(null, new Date())).toBe(0)
  expect(['Europe/Berlin', 'UTC', 'Europe/Nowhere', '', 'x'.repeat(64)].map(isZone)).toEqual([
    ...[true, true, false, false, false],
  ])
})
