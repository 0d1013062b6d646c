import { expect, test } from 'vitest'
import { dateOf, dayName } from './message-days.ts'

test('a day is named by what it is to the reader', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  expect(dayName(dateOf(now, 'local'), now)).toBe('Today')
  expect(dayName('2026-02-28', now)).toBe('Yesterday')
  expect(dayName('2026-02-27', now)).toBe('Friday, February 27, 2026')
  expect(dayName('2025-03-01', now)).toBe('Saturday, March 1, 2025')
})
