import { expect, test } from 'vitest'
import { clockTime, dateOf, dayName, daysOf, type ShownMessage } from './message-days.ts'

let made = 0
function message(createdAt: string, author = 'ada'): ShownMessage {
  return { id: `${made++}`, author, content: createdAt, createdAt }
}

test('a time is HH:mm in 24 hours', () => {
  expect(clockTime('2026-11-21T00:05:59.000Z', 'utc')).toBe('00:05')
  expect(clockTime('2026-11-21T23:59:00.000Z', 'utc')).toBe('23:59')
  expect(clockTime(new Date(2026, 10, 21, 7, 3).toISOString(), 'local')).toBe('07:03')
})

test('messages stand under their days, in order', () => {
  const all = [
    message('2026-11-20T23:59:59.999Z'),
    message('2026-11-21T00:00:00.000Z'),
    message('2026-11-21T08:00:00.000Z'),
    message('2027-01-01T08:00:00.000Z'),
  ]
  const days = daysOf(all, 'utc')
  expect(days.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-21', '2027-01-01'])
  expect(days.flatMap((day) => day.messages.map((placed) => placed.message))).toEqual(all)
})

test('an author is named when someone else spoke before, after a pause, and on a new day', () => {
  const all = [
    message('2026-11-20T23:58:00.000Z'),
    message('2026-11-20T23:59:00.000Z'),
    message('2026-11-21T00:00:00.000Z'),
    message('2026-11-21T00:01:00.000Z', 'bob'),
    message('2026-11-21T00:02:00.000Z'),
    message('2026-11-21T00:07:00.000Z'),
    message('2026-11-21T00:12:00.001Z'),
  ]
  const opens = daysOf(all, 'utc').flatMap((day) => day.messages.map((placed) => placed.opens))
  expect(opens).toEqual([true, false, true, true, true, false, true])
})

test('a clock that runs a moment behind opens no day twice', () => {
  const days = daysOf(
    [
      message('2026-11-20T23:59:59.000Z'),
      message('2026-11-21T00:00:00.010Z'),
      message('2026-11-20T23:59:59.990Z'),
    ],
    'utc',
  )
  expect(days.map((day) => day.messages.length)).toEqual([1, 2])
})

test('a day is named by what it is to the reader', () => {
  const now = new Date(2026, 2, 1, 0, 30)
  expect(dayName(dateOf(now, 'local'), now)).toBe('Today')
  expect(dayName('2026-02-28', now)).toBe('Yesterday')
  expect(dayName('2026-02-27', now)).toBe('Friday, February 27, 2026')
  expect(dayName('2025-03-01', now)).toBe('Saturday, March 1, 2025')
})
