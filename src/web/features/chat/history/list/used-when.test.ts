import { expect, test } from 'vitest'
import { usedWhen } from './used-when.tsx'

const now = new Date('2026-03-10T00:30:00Z')

test.each([
  ['2026-03-10T00:40:00Z', 'Today'],
  ['2026-03-10T00:00:00Z', 'Today'],
  ['2026-03-09T23:59:59Z', 'Yesterday'],
  ['2026-03-08T23:59:59Z', 'Previous 7 days'],
  ['2026-03-03T00:00:00Z', 'Previous 7 days'],
  ['2026-03-02T23:59:59Z', 'March'],
  ['2026-02-01T00:00:00Z', 'February'],
  ['2025-12-31T23:59:59Z', 'December 2025'],
])('what was used at %s is listed under %s', (at, heading) => {
  expect(usedWhen(at, now, 'utc')).toBe(heading)
})

test('the days are those of the browser', () => {
  const midnight = new Date(2026, 2, 10)
  const before = new Date(midnight.getTime() - 1).toISOString()
  expect(usedWhen(before, midnight, 'local')).toBe('Yesterday')
  expect(usedWhen(midnight.toISOString(), midnight, 'local')).toBe('Today')
})
