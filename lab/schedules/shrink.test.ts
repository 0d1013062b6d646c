import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shrink } from './shrink.ts'

test('what remains fails, and fails no more without any one of its steps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .uniqueArray(fc.nat(40), { minLength: 1 })
        .chain((steps) => fc.tuple(fc.constant(steps), fc.subarray(steps, { minLength: 1 }))),
      async ([steps, needed]) => {
        const fails = async (some: readonly number[]) => needed.every((step) => some.includes(step))
        expect(await shrink(steps, fails, 1_000)).toEqual(steps.filter((step) => needed.includes(step)))
      },
    ),
  )
})

test('it is given up after so many tries, with something that fails', async () => {
  let tries = 0
  const steps = Array.from({ length: 100 }, (_, index) => index)
  const left = await shrink(
    steps,
    async (some) => {
      tries++
      return some.includes(99)
    },
    3,
  )
  expect(tries).toBe(3)
  expect(left).toContain(99)
})
