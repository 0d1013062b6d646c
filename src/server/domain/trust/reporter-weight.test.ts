import { expect, test } from 'vitest'
import { LEAST_WEIGHT, reporterWeight } from './reporter-weight.ts'

const wallet = (use: number, acted = 0, nothing = 0) => reporterWeight({ use, acted, nothing })

test('a wallet with long use counts more than a fresh one, and a visitor least', () => {
  expect(wallet(1)).toBeGreaterThan(wallet(0))
  expect(wallet(0)).toBeGreaterThan(reporterWeight(null))
})

test('who was right counts more with each report, who was wrong less, and nobody beyond the bounds', () => {
  const steps = [0, 1, 2, 10, 200]
  const right = steps.map((acted) => wallet(0.5, acted))
  const wrong = steps.map((nothing) => wallet(0.5, 0, nothing))
  expect(right).toEqual(right.toSorted((a, b) => a - b))
  expect(wrong).toEqual(wrong.toSorted((a, b) => b - a))
  expect(wallet(1, 200)).toBeLessThan(2)
  // Signing out gains nothing.
  expect(wallet(0, 0, 200)).toBe(LEAST_WEIGHT)
})

test('one decision moves a weight by no more than a third', () => {
  expect(wallet(1, 1) / wallet(1)).toBeCloseTo(4 / 3)
  expect(wallet(1, 0, 1) / wallet(1)).toBeCloseTo(2 / 3)
})
