import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCharacters } from './count-characters.ts'

test('a character of two units counts once, as the database counts it', () => {
  expect(countCharacters('a👩‍🚀é')).toBe(5)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(countCharacters(text)).toBe([...text].length)
    }),
  )
})
