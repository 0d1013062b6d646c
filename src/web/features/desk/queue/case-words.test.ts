import { expect, test } from 'vitest'
import { otherSources, reasonsIn, suggestedGround, waitingTime, weightWord } from './case-words.ts'

test('reasons stand by how often they were given, with the number where there is more than one', () => {
  expect(reasonsIn({ hateful: 1, spam: 3 })).toBe('spam × 3, hateful')
  expect(reasonsIn({ other: 1 })).toBe('something else')
  expect(reasonsIn({})).toBe('')
})

test('a weight is a word, and more weight never a smaller one', () => {
  const words = [0, 0.4, 0.5, 1.9, 2, 4.9, 5, 500].map(weightWord)
  expect(words).toEqual(['light', 'light', 'some', 'some', 'heavy', 'heavy', 'heaviest', 'heaviest'])
})

test('how long a case waits is said in minutes, hours from one on, and days from two on', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const since = (minutes: number) => waitingTime(new Date(now.getTime() - minutes * 60_000), now)
  expect([0, 1, 20, 60, 47 * 60, 48 * 60, 72 * 60].map(since)).toEqual([
    'a moment',
    '1 minute',
    '20 minutes',
    '1 hour',
    '47 hours',
    '2 days',
    '3 days',
  ])
  // A clock that is ahead.
  expect(since(-5)).toBe('a moment')
})

test('what brought a case here besides reports is named', () => {
  expect(otherSources({ sources: ['report'] })).toEqual([])
  expect(otherSources({ sources: ['report', 'near_copy', 'looks_like'] })).toEqual([
    'near copy',
    'looks like a known name',
  ])
})

test('the suggested ground is the most frequent reason that is one; what came by itself passes for something else', () => {
  expect(suggestedGround({ reasons: { other: 9, spam: 1 }, sources: ['report'] })).toBe('spam')
  expect(suggestedGround({ reasons: { hateful: 2, sexual: 3 }, sources: ['report'] })).toBe('sexual')
  expect(suggestedGround({ reasons: { other: 1 }, sources: ['report'] })).toBe('')
  expect(suggestedGround({ reasons: {}, sources: ['looks_like'] })).toBe('impersonation')
})
