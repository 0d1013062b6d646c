import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stopAt } from './stop-sequences.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 5 })
const sequence = letters.filter((text) => text !== '')

test('however a text is cut into pieces, what comes out is what stands before the first sequence in it', () => {
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 12 }),
      fc.array(sequence, { maxLength: 4 }),
      (pieces, sequences) => {
        const stops = stopAt(sequences)
        const text = pieces.map((piece) => stops.take(piece)).join('') + stops.rest()
        const whole = pieces.join('')
        const places = sequences.map((each) => whole.indexOf(each)).filter((place) => place !== -1)
        expect(text).toBe(whole.slice(0, Math.min(whole.length, ...places)))
        expect(stops.found).toBe(places.length > 0)
      },
    ),
    { numRuns: 2_000 },
  )
})
