import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { slopeOf } from './slope.ts'

test('the slope of points on a line is that of the line', () => {
  const whole = fc.integer({ min: -1_000, max: 1_000 })
  fc.assert(
    fc.property(whole, whole, fc.uniqueArray(whole, { minLength: 2 }), (slope, start, xs) => {
      expect(slopeOf(xs.map((x) => [x, start + slope * x]))).toBeCloseTo(slope, 6)
    }),
  )
})

test('one point has no slope, and neither have several at one place', () => {
  expect(slopeOf([])).toBe(0)
  expect(slopeOf([[1, 2]])).toBe(0)
  expect(
    slopeOf([
      [1, 2],
      [1, 9],
    ]),
  ).toBe(0)
})
