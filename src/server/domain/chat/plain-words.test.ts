import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

const said = (pieces: string[]) => {
  const words = plainWords()
  return [...pieces.map((piece) => words.take(piece)), words.rest()]
}

test('plain words stay as they are, and a character that comes in two pieces is put together', () => {
  expect(said(['Hello', ' 👩', '', '\ud83d', '\udc69!'])).toEqual(['Hello', ' 👩', '', '', '👩!', ''])
})

test('what the database or UTF-8 can not hold becomes U+FFFD, in the same length', () => {
  expect(said(['a\0b', '\udc69', 'c\ud83d', 'd', '\ud83d']).join('')).toBe('a\ufffdb\ufffdc\ufffdd\ufffd')
})

test('however a text is cut, the pieces make the same, each of them whole', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\0', '👩', '\ud83d', '\udc69') })
  fc.assert(
    fc.property(text, fc.array(fc.nat(20)), (whole, cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      const pieces = said(places.slice(1).map((end, index) => whole.slice(places[index], end)))
      expect(pieces.join('')).toBe(whole.replaceAll('\0', '\ufffd').toWellFormed())
      for (const piece of pieces) expect(piece.isWellFormed()).toBe(true)
    }),
  )
})
