import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markHits, markRanges } from './mark-hits.ts'

const shown = (text: string, query: string) =>
  markHits(text, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

test.each([
  ['Entropy in plain words', 'entropy', '[Entropy] in plain words'],
  ['one two one', 'one', '[one] two [one]'],
  ['50% of it', '50%', '[50%] of it'],
  ['a (b) [c] \\ d.', '(b) [c] \\', 'a [(b) [c] \\] d.'],
  ['on two\nlines', 'two lines', 'on [two\nlines]'],
  ['Über 漢字', 'über 漢', '[Über 漢]字'],
  ['nothing here', 'else', 'nothing here'],
  ['all of it', '  ', 'all of it'],
  ['', 'x', ''],
])('of %j the words %j are marked', (text, query, marked) => {
  expect(shown(text, query)).toBe(marked)
})

test('ranges are marked where they are, at both ends and side by side', () => {
  const ranges = [
    { from: 0, to: 3 },
    { from: 3, to: 4 },
    { from: 6, to: 9 },
  ]
  const marked = markRanges('abcdefghi', ranges).map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
  expect(marked.join('')).toBe('[abc][d]ef[ghi]')
  expect(markRanges('abc', [])).toEqual([{ text: 'abc', hit: false }])
})

test('marking neither loses nor adds a character, whatever is searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      expect(
        markHits(text, query)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
