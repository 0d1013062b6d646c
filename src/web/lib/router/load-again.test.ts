import { expect, test } from 'vitest'
import { manualTime, settle } from '../../../../test/manual-time.ts'
import { loadAgain } from './load-again.ts'

/** A page whose code does not load until the test releases it. */
function missing({ isServed = false, remembers = true } = {}) {
  const time = manualTime()
  const gone = new AbortController()
  const seen = { loads: 0, madeAnew: 0, comes: false, isServed, mark: false }
  const page = {
    time: time.reconnecting,
    isServed: async () => seen.isServed,
    wasMadeAnew: {
      get: () => seen.mark,
      set: (made: boolean) => {
        seen.mark = remembers && made
      },
    },
    makeAnew: () => void seen.madeAnew++,
  }
  const load = async () => {
    seen.loads++
    if (!seen.comes) throw new TypeError('Failed to fetch dynamically imported module')
  }
  return { time, gone, seen, ...loadAgain(load, page, gone.signal) }
}

test('code that is missing offline is loaded when there is a network again, and the page stays as it is', async () => {
  const { time, seen, done } = missing()
  await time.pass(0)
  expect(seen.loads).toBe(1)
  seen.comes = true
  seen.isServed = true
  await time.wake('online')
  expect(await done).toBe(true)
  expect(seen).toMatchObject({ loads: 2, madeAnew: 0 })
  expect(time.waiting()).toBe(0)
})

test('a server that is away is asked after growing pauses, and at once when somebody presses', async () => {
  const { time, seen, tryNow, gone } = missing()
  await time.pass(0)
  for (const pause of [500, 1_000, 2_000, 5_000, 5_000]) await time.pass(pause)
  expect(seen.loads).toBe(6)
  tryNow()
  await settle()
  expect(seen.loads).toBe(7)
  gone.abort()
  await time.pass(60_000)
  expect(seen.loads).toBe(7)
})

test('a server that has newer code makes the page anew, once', async () => {
  const { time, seen } = missing({ isServed: true })
  await time.pass(0)
  expect(seen).toMatchObject({ madeAnew: 1, mark: true })
  await time.pass(60_000)
  expect(seen.madeAnew).toBe(1)
  expect(seen.loads).toBeGreaterThan(2)
})

test('a page that remembers nothing is never made anew, as that would have no end', async () => {
  const { time, seen } = missing({ isServed: true, remembers: false })
  await time.pass(60_000)
  expect(seen.madeAnew).toBe(0)
})

test('who has gone on to another screen is taken nowhere', async () => {
  const { time, seen, gone, done } = missing({ isServed: true })
  gone.abort()
  await time.pass(60_000)
  expect(await done).toBe(false)
  expect(seen.madeAnew).toBe(0)
})
