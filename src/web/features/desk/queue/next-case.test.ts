import { expect, test } from 'vitest'
import { neighbourOf, nextAfter } from './next-case.ts'

const ids = ['a', 'b', 'c']

test('after a decision the following case comes, the one before it at the end, and none after the last', () => {
  expect(nextAfter(ids, 'a')).toBe('b')
  expect(nextAfter(ids, 'c')).toBe('b')
  expect(nextAfter(['a'], 'a')).toBeUndefined()
  expect(nextAfter(ids, 'unlisted')).toBe('a')
})

test('keys move by one, begin at the first, and stay within the list', () => {
  expect(neighbourOf(ids, undefined, 1)).toBe('a')
  expect(neighbourOf(ids, 'a', 1)).toBe('b')
  expect(neighbourOf(ids, 'b', -1)).toBe('a')
  expect(neighbourOf(ids, 'a', -1)).toBeUndefined()
  expect(neighbourOf(ids, 'c', 1)).toBeUndefined()
  expect(neighbourOf([], undefined, 1)).toBeUndefined()
})
