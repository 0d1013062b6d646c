import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { UsedWhen, usedWhen } from './used-when.tsx'

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

test('the first paint has the same headings on every clock, as of when the list was read', () => {
  const paint = (at: string, before: string) =>
    renderToString(<UsedWhen at={at} before={before} asOf={now.getTime()} />)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (const days of [-400, -1, 0, 1, 400]) {
      vi.setSystemTime(now.getTime() + days * 86_400_000)
      expect(paint('2026-03-09T23:59:59Z', '2026-03-10T00:00:00Z')).toContain('<h3')
      expect(paint('2026-03-10T00:00:00Z', '2026-03-10T00:10:00Z')).toBe('')
      expect(paint('2026-03-05T00:00:00Z', '2026-03-08T00:00:00Z')).toBe('')
    }
  } finally {
    vi.useRealTimers()
  }
})
