import { expect, test } from 'vitest'
import { agoInWords } from './ago-in-words.ts'

const now = new Date(2026, 10, 26, 9, 0)

test.each([
  [new Date(2026, 10, 26, 9, 5), 'A moment ago'],
  [new Date(2026, 10, 26, 8, 59), 'A moment ago'],
  [new Date(2026, 10, 26, 8, 57), 'Three minutes ago'],
  [new Date(2026, 10, 26, 8, 40), '20 minutes ago'],
  [new Date(2026, 10, 26, 7, 59), 'An hour ago'],
  [new Date(2026, 10, 26, 1, 0), 'Eight hours ago'],
  [new Date(2026, 10, 25, 23, 0), 'Yesterday'],
  [new Date(2026, 10, 23, 23, 0), 'Three days ago'],
  [new Date(2026, 10, 12, 9, 0), 'Two weeks ago'],
  [new Date(2026, 8, 20, 9, 0), 'Two months ago'],
  [new Date(2025, 10, 20, 9, 0), 'A year ago'],
])('a time of before begins a sentence: %s', (at, words) => {
  expect(agoInWords(at, now)).toBe(words)
})

test('what was said late in the evening was yesterday, but within the same night it is counted in hours', () => {
  expect(agoInWords(new Date(2026, 10, 25, 23, 30), new Date(2026, 10, 26, 1, 0))).toBe('An hour ago')
  expect(agoInWords(new Date(2026, 10, 25, 12, 0), new Date(2026, 10, 26, 1, 0))).toBe('Yesterday')
})
