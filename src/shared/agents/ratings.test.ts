import { expect, test } from 'vitest'
import { likedBy, wilson } from './ratings.ts'

test('the bound is Wilson’s, and with more of the same it comes nearer to the share', () => {
  // Of the table in Newcombe 1998: 81 of 263 is 0.2553 to 0.3662, 15 of 148 is 0.0624 to 0.1605, 20 of 20 from 0.8389.
  expect(wilson(81, 263)).toBeCloseTo(0.2553, 4)
  expect(wilson(15, 148)).toBeCloseTo(0.0624, 4)
  expect(wilson(20, 20)).toBeCloseTo(0.8389, 4)
  expect(wilson(0, 20)).toBe(0)
  expect(wilson(0, 0)).toBe(0)
  const bounds = [5, 50, 500].map((all) => wilson(0.8 * all, all))
  expect(bounds).toEqual(bounds.toSorted((a, b) => a - b))
  expect(bounds.every((bound) => bound < 0.8)).toBe(true)
})

test('it stays between 0 and the share for any weights', () => {
  for (const all of [0.001, 0.5, 1, 3.7, 4_999.25])
    for (const share of [0, 0.1, 0.5, 1]) {
      const bound = wilson(share * all, all)
      expect(bound).toBeGreaterThanOrEqual(0)
      expect(bound).toBeLessThanOrEqual(share)
    }
})

test('no share is said of fewer than five, nor of many that weigh nothing', () => {
  expect(likedBy({ raters: 4, weight: 4, up: 4 })).toBeNull()
  expect(likedBy({ raters: 500, weight: 0.4, up: 0.4 })).toBeNull()
  expect(likedBy({ raters: 5, weight: 5, up: 5 })).toBeCloseTo(0.566, 3)
})
