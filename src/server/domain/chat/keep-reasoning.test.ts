import { expect, test } from 'vitest'
import { limits } from '../../../shared/common/limits.ts'
import { keepReasoning } from './keep-reasoning.ts'

test('thoughts are kept as they come, but for white space in front and what can not be stored', () => {
  const keep = keepReasoning()
  expect(['\n ', '\n', ' Let', ' me\n', '\0see ', '\ud83d', '\udca1'].map(keep)).toEqual([
    '',
    '',
    'Let',
    ' me\n',
    '\ufffdsee ',
    '',
    '💡',
  ])
})

test('thoughts without an end are cut once, with a mark, and take no more than their room', () => {
  const keep = keepReasoning()
  const kept = Array.from({ length: 5_000 }, () => keep('💡 no end to it. ')).join('')
  expect(kept.length).toBeLessThanOrEqual(limits.replyReasoning)
  expect(kept.length).toBeGreaterThan(limits.replyReasoning - 10)
  expect(kept.indexOf('[…]')).toBe(kept.length - 3)
  expect(kept.isWellFormed()).toBe(true)
})
