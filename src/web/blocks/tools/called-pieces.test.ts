import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './called-pieces.ts'

test('calls stand where they were made in the text, several at one place together', () => {
  const calls = [
    { at: 5, name: 'a' },
    { at: 5, name: 'b' },
    { at: 11, name: 'c' },
  ]
  expect(piecesOf('Look: there it is.', calls)).toEqual([
    { text: 'Look:', calls: calls.slice(0, 2) },
    { text: ' there', calls: calls.slice(2) },
    { text: ' it is.', calls: [] },
  ])
  expect(piecesOf('', [{ at: 0 }])).toEqual([{ text: '', calls: [{ at: 0 }] }])
})

test('wherever calls are said to stand, none and no letter of the text is lost or doubled', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.record({ at: fc.nat(60), id: fc.nat() })), (text, calls) => {
      const pieces = piecesOf(text, calls)
      expect(
        pieces
          .map((piece) => piece.text)
          .join('')
          .trimEnd(),
      ).toBe(text.trimEnd())
      const shown = pieces.flatMap((piece) => piece.calls)
      expect(shown).toHaveLength(calls.length)
      expect(new Set(shown)).toEqual(new Set(calls))
    }),
  )
})
