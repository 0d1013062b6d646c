import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/any-character.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'

const place = fc.record({
  createdAt: fc.date({ min: new Date(0), max: new Date('2400-01-01'), noInvalidDate: true }),
  id: fc.uuid(),
})

test('a cursor leads back to its place', () => {
  fc.assert(
    fc.property(place, (place) => {
      expect(decodeCursor('agents', encodeCursor('agents', place))).toEqual(place)
    }),
  )
})

test('a cursor of another list is none of this one', () => {
  fc.assert(
    fc.property(place, (place) => {
      expect(decodeCursor('realms', encodeCursor('agents', place))).toBeNull()
    }),
  )
})

test('any change of one character is noticed, the last and its spare bits included', () => {
  const cursor = encodeCursor('agents', { createdAt: new Date(), id: '0b5c6a52-5b0e-4b5e-8f0e-5b8f5a0c9d1e' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/= '
  for (let at = 0; at < cursor.length; at++)
    for (const letter of letters)
      if (letter !== cursor[at])
        expect(decodeCursor('agents', cursor.slice(0, at) + letter + cursor.slice(at + 1))).toBeNull()
})

test('any other text is no cursor', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      expect(decodeCursor('agents', text)).toBeNull()
    }),
  )
})
