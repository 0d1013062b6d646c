import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anyCharacter } from '../../../test/any-character.ts'
import {
  cutText,
  isPlainLine,
  isPlainText,
  isVisible,
  lengthOf,
  linksAsLabels,
  toPlainText,
} from './plain-text.ts'

test('a length is what a schema and the database count, whatever halves of characters there are', () => {
  const unit = fc.oneof(anyCharacter, fc.constantFrom('😀', '\ud83d', '\ude00', 'e\u0301'))
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      expect(lengthOf(text)).toBe([...text].length)
      const longest = z.string().check(z.maxLength(lengthOf(text)))
      expect(longest.safeParse(text).success).toBe(true)
      expect(longest.safeParse(`${text}a`).success).toBe(false)
    }),
  )
})

test.each([
  ['', true, true],
  ['Ada', true, true],
  ['Zoë 漢字 🧠 👩‍🔬', true, true],
  ["50% of C:\\path_x 'quoted'", true, true],
  ['עברית\u200f', true, true],
  ['two\nlines\r\nand a\ttab', true, false],
  ['line\u2028separator', true, false],
  ['evil\u202etxt.exe', true, false],
  ['NUL\u0000', false, false],
  ['unit\u001fseparator', false, false],
  ['bell\u0007', false, false],
  ['delete\u007f', false, false],
  ['half \ud83e', false, false],
  ['half \udde0', false, false],
])('%j is plain text: %s; a plain line: %s', (text, plain, line) => {
  expect([isPlainText(text), isPlainLine(text)]).toEqual([plain, line])
})

test('any text is made plain at the same length, and a plain one stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const plain = toPlainText(text)
      expect([isPlainText(plain), plain.length]).toEqual([true, text.length])
      if (isPlainText(text)) expect(plain).toBe(text)
    }),
  )
  expect(toPlainText('a\u0007b\0c\ud83dd\n')).toBe('a\ufffdb\ufffdc\ufffdd\n')
})

test.each([
  ['\u2800\u2800', false],
  ['a', true],
  ['🧠', true],
  ['.', true],
  ['', false],
  [' \n\u00a0', false],
  ['\u200b\u200d\ufeff', false],
  ['\u3164', false],
])('%j can be seen: %s', (text, seen) => {
  expect(isVisible(text)).toBe(seen)
})

test.each([
  ['See [this](https://a.example/b "Title") and ![that](https://x.example).', 'See this and that.'],
  ['[a](https://x.example/Ovid_(poet)) [b](c)', 'a b'],
  ['[no](link here) [x] (y)', '[no](link here) [x] (y)'],
])('the links of %s leave their labels', (markdown, words) => {
  expect(linksAsLabels(markdown)).toBe(words)
})

test('a text is cut between two characters', () => {
  expect(cutText('ab😀', 4)).toBe('ab😀')
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText('ab😀', 2)).toBe('ab')
})
