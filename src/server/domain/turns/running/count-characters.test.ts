import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters, unitsOf } from './count-characters.ts'

test('a character of two units counts once, as the database counts it', () => {
  expect(countCharacters('a👩‍🚀é')).toBe(5)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(countCharacters(text)).toBe([...text].length)
    }),
  )
})

test('the beginning of a text that the database has is found again in the whole of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (stored, lost) => {
      expect(unitsOf(stored + lost, countCharacters(stored))).toBe(stored.length)
    }),
  )
  expect(unitsOf('ab', 7)).toBe(2)
})
