import { expect, test } from 'vitest'
import { counted } from '../../../lib/counted.ts'
import {
  formatCount,
  formatFullStart,
  formatMoney,
  formatShare,
  formatStart,
  formatTime,
} from './format-numbers.ts'

test('thousands are set apart, and a count agrees with its noun', () => {
  expect(formatCount(0)).toBe('0')
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect([0, 1, 2_000].map((count) => counted(count, 'message'))).toEqual([
    '0 messages',
    '1 message',
    '2,000 messages',
  ])
  expect(counted(2, 'reply', 'replies')).toBe('2 replies')
})

test.each([
  [1, '1 ms'],
  [619.6, '620 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [1_236, '1.24 s'],
  [9_994, '9.99 s'],
  [9_996, '10 s'],
  [12_360, '12.4 s'],
  [99_960, '100 s'],
  [1_200_400, '1,200 s'],
])('%d ms reads %s', (milliseconds, text) => {
  expect(formatTime(milliseconds)).toBe(text)
})

test('a share rounds to a per cent, but never something away, nor a rest', () => {
  expect(formatShare(1, 3)).toBe('33%')
  expect(formatShare(0, 3)).toBe('0%')
  expect(formatShare(3, 3)).toBe('100%')
  expect(formatShare(1, 1_000)).toBe('under 1%')
  expect(formatShare(999, 1_000)).toBe('over 99%')
  expect(formatShare(0, 0)).toBeNull()
})

test('hours and days are named as they are in UTC, wherever they are read', () => {
  expect(formatStart('2026-11-21T23:00:00.000Z', 'hour')).toBe('23:00')
  expect(formatFullStart('2026-11-21T23:00:00.000Z', 'hour')).toBe('Nov 21, 23:00')
  expect(formatStart('2026-11-21T00:00:00.000Z', 'day')).toBe('Nov 21')
  expect(formatFullStart('2026-11-21T00:00:00.000Z', 'day')).toBe('Sat, Nov 21')
})

test('what costs something is never shown as nothing, down to the smallest price that is counted', () => {
  const shown = [0, 0.0001, 0.0042, 0.15, 1.234, 12_345.678].map(formatMoney)
  expect(shown).toEqual(['$0.00', '$0.000001', '$0.000042', '$0.0015', '$0.0123', '$123.46'])
})
