import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordCounter } from './word-counter.ts'

test('however a text is cut into pieces, its words are counted once', () => {
  const piece = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '.', ' ', '\n', '\u00a0') })
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const count = wordCounter()
      const words = pieces.reduce((sum, text) => sum + count(text), 0)
      expect(words).toBe(pieces.join('').match(/\S+/g)?.length ?? 0)
    }),
  )
})
