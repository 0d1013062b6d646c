import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stripOwnName } from './strip-own-name.ts'

/** The text that is let through, of pieces. */
function strip(pieces: readonly string[], name = 'Ada'): string {
  const own = stripOwnName(name)
  return pieces.map((piece) => own.take(piece)).join('') + own.rest()
}

test.each([
  ['Ada: Well.', 'Well.'],
  ['\n ada:Well.', 'Well.'],
  ['**Ada:** Well.', 'Well.'],
  ['**Ada**: **Well.**', '**Well.**'],
  ['"Ada": Well.', 'Well.'],
  ['**"Ada"**: Well.', 'Well.'],
  ['"Ada" said: no', '"Ada" said: no'],
  ['Ada is my name: Ada: yes', 'Ada is my name: Ada: yes'],
  ['Adam: no', 'Adam: no'],
  ['  Well.', '  Well.'],
  ['Ad', 'Ad'],
  ['Ada: ', 'Ada: '],
  ['', ''],
])('of what an agent says its own name in front is left out: %j', (said, left) => {
  expect(strip([said])).toBe(left)
})

test('it does not matter in which pieces the words come', () => {
  const texts = fc.constantFrom(
    'Ada: Well then',
    '"Ada": Well',
    '**Ada:** so',
    'Ada',
    'Adagio: slow',
    ' Ada:\n\nx',
    'Hello',
  )
  fc.assert(
    fc.property(texts, fc.array(fc.nat(16)), (text, cuts) => {
      const places = [0, ...cuts.sort((one, other) => one - other), text.length]
      const pieces = places.map((from, index) => text.slice(from, places[index + 1] ?? text.length))
      expect(strip(pieces)).toBe(strip([text]))
    }),
  )
})

test('words are held back only as long as they can become the name', () => {
  const own = stripOwnName('Ada')
  expect(own.take('A')).toBe('')
  expect(own.take(' l')).toBe('A l')
  expect(own.take('ot')).toBe('ot')
})

test('a name in any letters takes nothing of the words behind it', () => {
  expect(strip(['İnci İpek: Merhaba'], 'İnci İpek')).toBe('Merhaba')
  expect(strip(['inci İPEK:Merhaba'], 'İnci İpek')).toBe('Merhaba')
  expect(strip(['ΑΣ', 'Α: Γεια'], 'Ασα')).toBe('Γεια')
  expect(strip(['Νίκος: Γεια'], 'ΝΊΚΟΣ')).toBe('Γεια')
})
