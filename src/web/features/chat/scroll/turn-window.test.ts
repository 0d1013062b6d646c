import { expect, test } from 'vitest'
import { endShown, firstShown, oneStepEarlier, oneStepLater, stillShown } from './turn-window.ts'

const short = () => 1_000

test('of turns that are as long as a book the newest three are shown at first, and three more at a time', () => {
  const long = () => 60_000
  expect(firstShown(30, long)).toBe(27)
  expect(oneStepEarlier(27, long)).toBe(24)
  expect(firstShown(2, long)).toBe(0)
  expect(firstShown(30, (turn) => (turn < 20 ? 60_000 : 100))).toBe(19)
})

test('a short conversation is shown whole, a long one from its newest thirty turns', () => {
  expect([0, 1, 30, 31, 500].map((total) => firstShown(total, short))).toEqual([0, 0, 0, 1, 470])
})

test('a reader who comes back to an earlier turn finds it, with some before it', () => {
  expect(firstShown(500, short, 100)).toBe(95)
  expect(firstShown(500, short, 2)).toBe(0)
  expect(firstShown(500, short, 499)).toBe(470)
})

test('a turn that is no longer on the path opens the newest', () => {
  expect(firstShown(500, short, -1)).toBe(470)
})

test('steps upwards end at the beginning', () => {
  expect(oneStepEarlier(470, short)).toBe(440)
  expect(oneStepEarlier(20, short)).toBe(0)
  expect(oneStepEarlier(0, short)).toBe(0)
})

test('a path that became shorter is never left empty', () => {
  expect(stillShown(470, 480, short)).toBe(450)
  expect(stillShown(470, 3, short)).toBe(0)
  expect(stillShown(100, 501, short)).toBe(100)
})

test('so many turns are rendered that a page stays quick, whichever way somebody reads, and none is left out', () => {
  const total = 10_000
  let [first, end] = [firstShown(total, short), null as number | null]
  while (first > 0) {
    const before = first
    first = oneStepEarlier(first, short)
    end = endShown(first, total)
    expect((end ?? total) - first).toBeLessThanOrEqual(270)
    expect(end ?? total).toBeGreaterThan(before)
  }
  for (let last = end; last !== null; last = end) {
    const before = { first, end: last }
    const next = oneStepLater(before, total)
    ;[first, end] = [next.first, next.end]
    expect((end ?? total) - first).toBeLessThanOrEqual(270)
    expect(first).toBeLessThan(before.end)
  }
  expect(first).toBeLessThan(total - 30)
})
