import { expect, test } from 'vitest'
import { clockTime, dateOf, dayName } from './message-days.ts'

test('a time is HH:mm in 24 hours', () => {
  expect(clockTime('2026-11-21T00:05:59.000Z', 'utc')).toBe('00:05')
  expect(clockTime('2026-11-21T23:59:00.000Z', 'utc')).toBe('23:59')
  expect(clockTime(new Date(2026, 10, 21, 7, 3).toISOString(), 'local')).toBe('07:03')
})

test('a day is named by what it is to the reader', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  expect(dayName(dateOf(now, 'local'), now)).toBe('Today')
  expect(dayName('2026-02-28', now)).toBe('Yesterday')
  expect(dayName('2026-02-27', now)).toBe('Friday, February 27, 2026')
  expect(dayName('2025-03-01', now)).toBe('Saturday, March 1, 2025')
})
