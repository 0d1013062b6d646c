import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle-words.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the first words are said at once, those that follow together, and nothing where nothing is new', () => {
  const say = vi.fn()
  const sent = throttle(say)
  sent.changed()
  expect(say).toHaveBeenCalledTimes(1)
  for (let word = 0; word < 50; word++) sent.changed()
  expect(say).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(80)
  expect(say).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1_000)
  expect(say).toHaveBeenCalledTimes(2)
})

test('once it is over nothing is said any more', () => {
  const say = vi.fn()
  const sent = throttle(say)
  sent.changed()
  sent.changed()
  sent.over()
  vi.advanceTimersByTime(1_000)
  expect(say).toHaveBeenCalledTimes(1)
})
