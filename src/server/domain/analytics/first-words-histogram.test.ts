import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOf, measured, quantile, timeOf } from './first-words-histogram.ts'

const times = fc.array(fc.double({ min: measured.from, max: measured.to, noNaN: true }), { minLength: 1 })
const counted = (all: readonly number[]) => all.map((time) => ({ bucket: bucketOf(time), count: 1 }))

test('a time that is read back is at most 3 % off', () => {
  fc.assert(
    fc.property(fc.double({ min: measured.from, max: measured.to, noNaN: true }), (time) => {
      expect(Math.abs(timeOf(bucketOf(time)) / time - 1)).toBeLessThanOrEqual(0.03)
    }),
  )
})

test('any percentile is that of the times themselves, at most 3 % off, however the counts were added up', () => {
  const share = fc.double({ min: 0.001, max: 1, noNaN: true })
  fc.assert(
    fc.property(times, share, (all, share) => {
      const sorted = all.toSorted((a, b) => a - b)
      const exact = sorted[Math.ceil(all.length * share) - 1] ?? Number.NaN
      const buckets = new Map<number, number>()
      for (const { bucket } of counted(all)) buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
      const summed = [...buckets].map(([bucket, count]) => ({ bucket, count }))
      expect(quantile(summed, share)).toBe(quantile(counted(all), share))
      expect(Math.abs((quantile(summed, share) ?? Number.NaN) / exact - 1)).toBeLessThanOrEqual(0.03)
    }),
  )
})

test('what is out of the scale counts at its ends, and nothing counted is no time', () => {
  expect([0, -5, 0.2].map(bucketOf)).toEqual([0, 0, 0])
  expect(bucketOf(Number.POSITIVE_INFINITY)).toBe(bucketOf(measured.to))
  expect(quantile([], 0.5)).toBeNull()
  expect(quantile([{ bucket: 3, count: 0 }], 0.5)).toBeNull()
})
