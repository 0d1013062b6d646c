import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '../base/log.ts'
import { sweepRegularly } from './sweep-regularly.ts'

afterEach(() => vi.useRealTimers())

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)

test('a sweep that never ends counts as failed, keeps no other one from being made, and is not begun again', async () => {
  vi.useFakeTimers()
  const outcomes: string[] = []
  const hung = Promise.withResolvers<void>()
  const hangs = vi.fn(() => hung.promise)
  const stop = sweepRegularly(
    { hangs, ends: async () => {} },
    createLog('silent'),
    (sweep, outcome) => void outcomes.push(`${sweep} ${outcome}`),
  )
  await minutes(14)
  expect(outcomes).toEqual([])
  await minutes(2)
  expect(outcomes).toEqual(['hangs failed', 'ends done', 'hangs failed', 'ends done'])
  expect(hangs).toHaveBeenCalledTimes(1)
  hung.resolve()
  await minutes(5)
  expect(outcomes.slice(4)).toEqual(['hangs done', 'ends done'])
  stop()
})
