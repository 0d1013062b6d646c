import { expect, test } from 'vitest'
import { secondsLeft } from './use-slow-mode.ts'

const at = Date.parse('2026-11-21T14:02:00.000Z')
const left = (now: number, known: number) =>
  secondsLeft(30, { at, now: at + now * 1_000, known: known * 1_000 })

test('the wait counts from the last message, also on a page that was opened later', () => {
  expect([left(0, 0), left(10.2, 10.2), left(29.5, 0), left(30, 30)]).toEqual([30, 20, 1, 0])
})

test('on a computer whose clock is behind it is over in time all the same', () => {
  expect([left(-3_600, 0), left(-3_590, 10), left(-3_570, 30)]).toEqual([30, 20, 0])
})

test('before it is known what time it is, nobody waits', () => {
  expect(secondsLeft(30, { at, now: Number.POSITIVE_INFINITY, known: 0 })).toBe(0)
})
