import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clockTime, dayAndTime, fullDayAndTime } from './clock.ts'

// §9.23
test('a time has two digits of each, in 24 hours', () => {
  expect(clockTime(new Date(2026, 10, 21, 7, 5))).toBe('07:05')
  expect(clockTime(new Date(2026, 10, 21, 0, 0))).toBe('00:00')
  expect(clockTime(new Date(2026, 10, 21, 12, 30))).toBe('12:30')
  expect(clockTime(new Date(2026, 10, 21, 23, 59))).toBe('23:59')
  expect(clockTime(new Date(Date.UTC(2026, 10, 21, 0, 7)), 'utc')).toBe('00:07')
})

test('a day is in the words of en-US, and its time in 24 hours as well', () => {
  expect(dayAndTime(new Date(2026, 10, 22, 9, 39))).toBe('Nov 22, 2026, 09:39')
  expect(dayAndTime(new Date(2026, 0, 3, 0, 4))).toBe('Jan 3, 2026, 00:04')
  expect(fullDayAndTime(new Date(2026, 10, 22, 21, 5))).toBe('Sunday, November 22, 2026 at 21:05')
})

test('every hour that the web shows is made here', () => {
  const files = globSync('src/{web,shared}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const elsewhere = files.filter((file) =>
    /timeStyle|toLocaleTimeString|toLocaleString\(\)|hour12|hourCycle|hour:|get(UTC)?(Hours|Minutes)\(/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(elsewhere).toEqual(['src/web/lib/clock.ts'])
})
