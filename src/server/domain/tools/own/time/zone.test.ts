import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findZone, zoneNames } from './find-zone.ts'
import { readMoment } from './read-moment.ts'
import {
  calendarDifference,
  clockMs,
  DAY_MS,
  dayNumber,
  dayOf,
  monthsAfter,
  wallTimeOf,
  weekdayOf,
  writeDay,
  writeWallTime,
} from './wall-time.ts'
import { momentsOf, skippedMoment, writeOffset, type Zone } from './zone.ts'

function zoneOf(name: string): Zone {
  const found = findZone(name)
  if ('problem' in found) throw new Error(found.problem)
  return found.zone
}
const wall = (text: string) => {
  const read = readMoment(text)
  if (typeof read === 'string') throw new Error(read)
  return read.time
}
const [first, last] = [Date.parse('0001-01-03T00:00:00Z'), Date.parse('9999-12-29T00:00:00Z')]
const moment = fc.integer({ min: first, max: last })

test('days and clocks are those of the platform, in all years of four digits', () => {
  fc.assert(
    fc.property(moment, (ms) => {
      const time = wallTimeOf(ms)
      expect(`${writeWallTime(time)}Z`).toBe(new Date(ms).toISOString().replace('.000Z', 'Z'))
      expect(clockMs(time)).toBe(ms)
      expect(dayOf(dayNumber(time))).toEqual({ year: time.year, month: time.month, day: time.day })
      expect(weekdayOf(time)).toBe(
        new Date(ms).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }),
      )
      expect(wall(writeWallTime(time))).toEqual(time)
    }),
  )
})

test('in each of more than four hundred zones a moment is found again from what its clocks show, as the platform tells it', () => {
  const names = zoneNames()
  expect(names.length).toBeGreaterThan(400)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) {
    const zone = zoneOf(name)
    expect(zone.name).toBe(name)
    const shown = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    fc.assert(
      fc.property(fc.integer({ min: -2_208_988_800, max: 4_102_444_800 }), (seconds) => {
        const ms = seconds * 1_000
        const time = wallTimeOf(ms + zone.offsetAt(ms))
        expect(writeWallTime(time).replace('T', ' ')).toBe(shown.format(ms))
        expect(momentsOf(zone, time)).toContain(ms)
      }),
      { numRuns: 6 },
    )
  }
})

test('around every change of clocks of this decade, what is skipped has no moment and what is shown twice has two', () => {
  let [skipped, twice] = [0, 0]
  for (const name of zoneNames()) {
    const zone = zoneOf(name)
    const [from, until] = [Date.UTC(2020), Date.UTC(2030)]
    for (let ms = from; ms < until; ms += 20 * DAY_MS) {
      if (zone.offsetAt(ms) === zone.offsetAt(ms + 20 * DAY_MS)) continue
      let [before, after] = [ms, ms + 20 * DAY_MS]
      while (after - before > 1_000) {
        const middle = Math.floor((before + after) / 2_000) * 1_000
        if (zone.offsetAt(middle) === zone.offsetAt(ms)) before = middle
        else after = middle
      }
      const [old, now] = [zone.offsetAt(before), zone.offsetAt(after)]
      if (now > old) {
        const gap = wallTimeOf(after + old)
        expect([name, momentsOf(zone, gap)]).toEqual([name, []])
        expect(skippedMoment(zone, gap)).toEqual({ moment: after, forwardMs: now - old })
        skipped++
      } else {
        const shown = wallTimeOf(after + now)
        expect([name, momentsOf(zone, shown)]).toEqual([name, [after - (old - now), after]])
        twice++
      }
    }
  }
  expect(skipped).toBeGreaterThan(500)
  expect(twice).toBeGreaterThan(500)
})

test('a whole day that was left out, and offsets of half hours and of seconds', () => {
  const apia = zoneOf('Pacific/Apia')
  expect(momentsOf(apia, wall('2011-12-30T12:00'))).toEqual([])
  expect(skippedMoment(apia, wall('2011-12-30T12:00')).forwardMs).toBe(DAY_MS)
  expect(momentsOf(apia, wall('2011-12-31T00:00'))).toEqual([Date.parse('2011-12-30T10:00:00Z')])
  expect(writeOffset(zoneOf('Asia/Kathmandu').offsetAt(0))).toBe('+05:30')
  expect(writeOffset(zoneOf('Asia/Kathmandu').offsetAt(Date.UTC(2026)))).toBe('+05:45')
  expect(writeOffset(zoneOf('Africa/Monrovia').offsetAt(Date.UTC(1971)))).toBe('-00:44:30')
  expect(momentsOf(zoneOf('Australia/Lord_Howe'), wall('2026-04-05T01:45'))).toHaveLength(2)
})

test.each([
  ['tokyo', 'Asia/Tokyo'],
  ['New York', 'America/New_York'],
  ['  são paulo ', 'America/Sao_Paulo'],
  ['Paris, France', 'Europe/Paris'],
  ['EUROPE/BERLIN', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Kyiv', 'Europe/Kyiv'],
  ['US/Pacific', 'America/Los_Angeles'],
  ['San Francisco', 'America/Los_Angeles'],
  ['Beijing', 'Asia/Shanghai'],
  ['Japan', 'Asia/Tokyo'],
  ['utc', 'UTC'],
  ['GMT', 'UTC'],
  ['Z', 'UTC'],
  ['+05:30', 'UTC+05:30'],
  ['UTC-3', 'UTC-03:00'],
  ['gmt+0930', 'UTC+09:30'],
])('%j is the zone %s', (given, name) => {
  const found = findZone(given)
  expect('zone' in found && found.zone.name).toBe(name)
})

test.each([
  ['Berlim', /no zone “Berlim”\. Near it are Europe\/Berlin/],
  ['Tokio', /Asia\/Tokyo/],
  ['America/New_Yrok', /America\/New_York/],
  ['Atlantis', /There is no zone “Atlantis”/],
  ['IST', /“IST” is an abbreviation that several zones may have/],
  ['cst', /abbreviation/],
  ['BST', /abbreviation/],
  ['+25:00', /no offset of a zone/],
  ['', /There is no zone/],
  ['__proto__', /There is no zone/],
  ['constructor', /There is no zone/],
  ['../../etc/passwd', /There is no zone/],
  ['x'.repeat(1_000_000), /at most 64 characters/],
])('%.30j is no zone, and what is near is named', (given, problem) => {
  const found = findZone(given)
  expect('problem' in found && found.problem).toMatch(problem)
})

test('whatever is given for a zone, it is one or there is a sentence', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...zoneNames()), fc.string())
  fc.assert(
    fc.property(name, (given) => {
      const found = findZone(given)
      if ('problem' in found) expect(found.problem).toMatch(/\.$/)
      else expect(Number.isInteger(found.zone.offsetAt(0))).toBe(true)
    }),
  )
})

test('years, months and days on the first date make the second', () => {
  const day = fc.integer({ min: dayNumber(wall('1900-01-01')), max: dayNumber(wall('2100-12-31')) })
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 80_000 }), (start, length) => {
      const [from, to] = [dayOf(start), dayOf(start + length)]
      const { years, months, days } = calendarDifference(from, to)
      expect(months).toBeLessThan(12)
      expect(Math.min(years, months, days)).toBeGreaterThanOrEqual(0)
      expect(days).toBeLessThan(31)
      expect(writeDay(dayOf(dayNumber(monthsAfter(from, years * 12 + months)) + days))).toBe(writeDay(to))
    }),
  )
})
