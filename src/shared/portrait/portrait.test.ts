import fc from 'fast-check'
import { expect, test } from 'vitest'
import { familyNames } from './families.ts'
import { portraitOf } from './portrait.ts'
import { curvesOf, particlesOf } from './portrait-curves.ts'

const anyPortrait = fc
  .record({ seed: fc.string(), hue: fc.double({ min: 0, max: 360, noNaN: true }) })
  .map(({ seed, hue }) => portraitOf(seed, hue))

test('the same seed and hue draw the same portrait', () => {
  const once = portraitOf('a name', 207)
  const again = portraitOf('a name', 207)
  expect(again).toEqual(once)
  expect(curvesOf(again)).toEqual(curvesOf(once))
  expect(particlesOf(again)).toEqual(particlesOf(once))
})

test('a seed gives these numbers on every machine', () => {
  const { family, curves, waves, hueDrift } = portraitOf('meridian 2', 207)
  expect({ family, curves, waves }).toEqual({ family: 'petals', curves: 34, waves: 7 })
  expect(hueDrift).toBeCloseTo(13.152379668317735, 10)
})

test('seeds that differ by one sign are not alike', () => {
  const { seed: _one, ...one } = portraitOf('meridian 2', 207)
  const { seed: _two, ...two } = portraitOf('meridian 3', 207)
  expect(one).not.toEqual(two)
})

test('every family comes up', () => {
  const drawn = new Set(Array.from({ length: 200 }, (_, seed) => portraitOf(`${seed}`, 207).family))
  expect([...drawn].sort()).toEqual([...familyNames].sort())
})

test('whatever the seed, curves close and stay within the picture', () => {
  fc.assert(
    fc.property(anyPortrait, (portrait) => {
      for (const { points } of curvesOf(portrait, 90)) {
        expect([points.at(-2), points.at(-1)]).toEqual([points[0], points[1]])
        for (let index = 0; index < points.length; index += 2) {
          const distance = Math.hypot(points[index] ?? Number.NaN, points[index + 1] ?? Number.NaN)
          if (!(distance < 0.82)) throw new Error(`${portrait.family} reaches ${distance}`)
        }
      }
    }),
    { numRuns: 200 },
  )
})
