import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualTime } from '../../../../test/manual-time.ts'
import { ApiError } from './api.ts'
import { backoffMs, pauseBeforeTry } from './reconnecting.ts'

test('a wait is never longer than it is written down, at most a fifth shorter, and the last one stays', () => {
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const pauses = fc.array(fc.nat(10_000), { minLength: 1 })
  fc.assert(
    fc.property(fc.nat(50), pauses, unit, (tries, written, random) => {
      const pause = written[Math.min(tries, written.length - 1)] ?? 0
      const wait = backoffMs(tries, written, () => random)
      expect(wait).toBeLessThanOrEqual(pause)
      expect(wait).toBeGreaterThanOrEqual(pause * 0.8)
    }),
  )
})

test('a server that says when to come again is believed, and nobody who looks at the page shortens that', async () => {
  const time = manualTime()
  const problem = {
    type: 'about:blank',
    title: 'No',
    status: 429,
    code: 'rate_limited',
    requestId: 'r',
    retryAfter: 7,
  }
  let over: boolean | undefined
  const failure = new ApiError(429, problem as NonNullable<ApiError['problem']>)
  void pauseBeforeTry(0, time.reconnecting, { failure }).then((woke) => {
    over = woke
  })
  await time.wake('visible')
  await time.pass(6_999)
  expect(over).toBeUndefined()
  await time.pass(1)
  expect(over).toBe(false)
  expect(time.waiting()).toBe(0)
})
