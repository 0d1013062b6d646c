import { expect, test } from 'vitest'
import { clockTime } from './clock.ts'

test('a time has two digits of each, in 24 hours', () => {
  expect(clockTime(new Date(2026, 10, 21, 7, 5))).toBe('07:05')
  expect(clockTime(new Date(2026, 10, 21, 0, 0))).toBe('00:00')
  expect(clockTime(new Date(2026, 10, 21, 23, 59))).toBe('23:59')
})
