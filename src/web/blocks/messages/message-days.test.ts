import { expect, test } from 'vitest'
import { dateOf } from '../../lib/clock.ts'
import { dayBegun, dayName } from './message-days.tsx'

test('a day is named by what it is to the reader', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  expect(dayName(dateOf(now, 'local'), now)).toBe('Today')
  expect(dayName('2026-02-28', now)).toBe('Yesterday')
  expect(dayName('2026-02-27', now)).toBe('Friday, February 27, 2026')
  expect(dayName('2025-03-01', now)).toBe('Saturday, March 1, 2025')
})

test('a day begins with its first message, and a conversation of today alone has none', () => {
  const [march, later, now] = ['2026-03-01T10:00:00Z', '2026-03-01T18:00:00Z', new Date().toISOString()]
  expect(dayBegun(march, undefined, 'utc')).toBe('2026-03-01')
  expect(dayBegun(later, march, 'utc')).toBeUndefined()
  expect(dayBegun(now, later, 'utc')).toBe(now.slice(0, 10))
  expect(dayBegun(now, undefined, 'utc')).toBeUndefined()
})
