import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passageWords, placeWords, searchWords } from './search-words.ts'

const placed = (text: string) => placeWords(text).map(({ word, from, to }) => [word, text.slice(from, to)])

test.each([
  ['The lamp, lit at dusk.', ['the The', 'lamp lamp', 'lit lit', 'at at', 'dusk dusk']],
  ['Ｆｕｌｌ ﬁsh ÉTÉ', ['full Ｆｕｌｌ', 'fish ﬁsh', 'été ÉTÉ']],
  ['大浴場はA4', ['大浴 大浴', '浴場 浴場', '場は 場は', 'a4 A4']],
  ['𠮷野家', ['𠮷野 𠮷野', '野家 野家']],
  ['… – !', []],
])('the words of %j are found where they stand', (text, words) => {
  expect(placed(text).map((pair) => pair.join(' '))).toEqual(words)
})

test('words are placed in ascending order within the text, each as it is searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      let from = 0
      for (const word of placeWords(text)) {
        expect(word.from).toBeGreaterThanOrEqual(from)
        expect(word.to).toBeGreaterThan(word.from)
        expect(word.to).toBeLessThanOrEqual(text.length)
        expect(searchWords(text.slice(word.from, word.to))).toBe(word.word)
        from = word.from
      }
    }),
  )
})

test.each([
  ['Zoë’s café', 'en', 'zoë zoe s café cafe'],
  ['Écoles, cœur', 'fr', 'écoles ecoles cœur coeur'],
  ['Łódź gęś', 'pl', 'łódź lodz gęś ges'],
  ['niño, acción', 'es', 'niño nino acción'],
  ['Größe der Straße', 'de', 'größe der straße'],
  ['Straße', 'en', 'straße strasse'],
  ['İstanbul IŞIK', 'tr', 'istanbul ışık isik'],
  ['καλημέρα', null, 'καλημέρα καλημερα'],
  ['ещё йод', 'ru', 'ещё йод'],
  ['co\u00adoperation \ufeffword\u200bs', 'en', 'cooperation words'],
])('of %j, in %j, the words are indexed as they stand and as they are typed', (text, language, words) => {
  expect(passageWords({ heading: null, text }, language)).toBe(words)
})
