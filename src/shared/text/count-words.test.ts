import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, WORD, wordCounter } from './count-words.ts'

const word = new RegExp(WORD, 'gu')
const units = [...'aé😀.,!* \n\u00a0\u3000', ...'中文。「ー日カﾅ𠀀', ...'ไทยພາສာខ', ...'한국، ع']

test('however a text of any scripts is cut into pieces, its words are counted once', () => {
  const piece = fc.string({ unit: fc.constantFrom(...units) })
  fc.assert(
    fc.property(fc.array(piece), fc.nat(), (pieces, at) => {
      const text = pieces.join('')
      const half = at % (text.length + 1)
      const expected = text.match(word)?.length ?? 0
      for (const cut of [pieces, [text.slice(0, half), text.slice(half)]]) {
        const count = wordCounter()
        expect(cut.reduce((sum, part) => sum + count(part), 0)).toBe(expected)
      }
    }),
  )
})

test('words are what stands between spaces, and in scripts without them each character or each few', () => {
  expect(countWords(' a  b\n\u00a0c ')).toBe(3)
  expect(countWords('')).toBe(0)
  expect(countWords('Well-being, e.g. (https://a.example/b?c=d) — 42%')).toBe(5)
  expect(countWords('안녕하세요 여러분')).toBe(2)
  expect(countWords('今日は、良い天気。')).toBe(7)
  expect(countWords('**日本** (Japan)')).toBe(4)
  expect(countWords('สวัสดีชาวโลก')).toBe(3)
})
