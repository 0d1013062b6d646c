import { expect, test } from 'vitest'
import { lastUsed } from './last-used.ts'

/** A Saturday in the person's time zone. */
const now = new Date(2026, 10, 21, 14, 2, 30)

test.each([
  [new Date(2026, 10, 21, 14, 3), 'Now'],
  [new Date(2026, 10, 21, 14, 1, 31), 'Now'],
  [new Date(2026, 10, 21, 13, 57), '5 min'],
  [new Date(2026, 10, 21, 13, 2, 31), '59 min'],
  [new Date(2026, 10, 21, 9, 5), '09:05'],
  [new Date(2026, 10, 20, 23, 59), 'Yesterday'],
  [new Date(2026, 10, 17, 8), 'Tue'],
  [new Date(2026, 10, 15, 8), 'Sun'],
  [new Date(2026, 10, 14, 20), 'Nov 14'],
  [new Date(2025, 2, 12, 8), 'Mar 12, 2025'],
])('%s was used %j', (at, said) => {
  expect(lastUsed(at, now)).toBe(said)
})

test('shortly after midnight an hour-old conversation was used yesterday', () => {
  expect(lastUsed(new Date(2026, 10, 20, 22), new Date(2026, 10, 21, 0, 30))).toBe('Yesterday')
})
