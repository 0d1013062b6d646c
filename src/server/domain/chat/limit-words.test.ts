import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords } from '../../../shared/text/count-words.ts'
import { limitWords } from './limit-words.ts'

/** The text that is let through, of pieces, until the limit. */
function limit(most: number, pieces: readonly string[]) {
  const take = limitWords(most)
  let said = ''
  for (const piece of pieces) {
    const { text, full } = take(piece)
    said += text
    if (full) return { said, full }
  }
  return { said, full: false }
}

test('so many words come through and no more, a word in two pieces being one', () => {
  expect(limit(2, ['one ', 'tw', 'o', ' ', 'three'])).toEqual({ said: 'one two ', full: true })
  expect(limit(2, ['one two three'])).toEqual({ said: 'one two', full: true })
  expect(limit(2, ['one\n\ntwo '])).toEqual({ said: 'one\n\ntwo ', full: false })
  expect(limit(0, [' ', 'one'])).toEqual({ said: ' ', full: true })
  expect(limit(3, ['你好', '。世界'])).toEqual({ said: '你好。世', full: true })
})

test('whatever the pieces are, there are never more words than the limit, and nothing is lost below it', () => {
  const piece = fc.constantFrom('a', 'bc', ' ', ' d', 'e ', '\n', '💡', '中', '。', 'ไท', '')
  fc.assert(
    fc.property(fc.nat(8), fc.array(piece, { maxLength: 30 }), (most, pieces) => {
      const { said, full } = limit(most, pieces)
      const text = pieces.join('')
      expect(countWords(said)).toBe(Math.min(most, countWords(text)))
      expect(full).toBe(countWords(text) > most)
      if (!full) expect(said).toBe(text)
    }),
  )
})
