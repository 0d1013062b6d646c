import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('a short message shows whole, on one line', () => {
  expect(excerptOf({ before: 'What\nis ', words: 'light', after: ',\n\n  really? ' })).toBe(
    'What is light, really?',
  )
})

test('a long one is cut between words on both sides', () => {
  const excerpt = excerptOf({
    before: 'one two three '.repeat(7),
    words: 'needle',
    after: ' four five six'.repeat(7),
  })
  expect(excerpt).toBe(`…${'one two three '.repeat(4)}needle${' four five six'.repeat(4)}…`)
})

test('a word that is longer than any is cut all the same', () => {
  const excerpt = excerptOf({ before: 'x'.repeat(100), words: 'needle', after: 'y'.repeat(100) })
  expect(excerpt).toBe(`…${'x'.repeat(57)}needle${'y'.repeat(57)}…`)
})

test('a long search shows whole, with something around it', () => {
  const words = 'z'.repeat(200)
  const excerpt = excerptOf({ before: 'a'.repeat(100), words, after: 'b'.repeat(100) })
  expect(excerpt).toBe(`…${'a'.repeat(20)}${words}${'b'.repeat(20)}…`)
})

test('no character is cut in two, however many units it has', () => {
  const family = '👩‍👩‍👧‍👦'
  const characters = fc.array(fc.constantFrom('a', '漢', '🧠', family, 'é', '🇺🇦', '👍🏽'), {
    minLength: 60,
    maxLength: 100,
  })
  const whole = new Set([...'a漢🧠', family, 'é', '🇺🇦', '👍🏽', '…', 'needle'])
  fc.assert(
    fc.property(characters, characters, (before, after) => {
      const excerpt = excerptOf({ before: before.join(''), words: 'needle', after: after.join('') })
      const [left = '', right = ''] = excerpt.split('needle')
      const segments = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(left + right)]
      expect(segments.filter(({ segment }) => !whole.has(segment))).toEqual([])
      expect(excerpt.length).toBeLessThanOrEqual(122)
    }),
  )
})
