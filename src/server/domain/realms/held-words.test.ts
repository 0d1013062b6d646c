import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HeldWords } from './held-words.ts'

const held = (text: string, ...words: string[]) => new HeldWords(words).isIn(text)

test.each([
  ['in any case', 'What a SPAM!', 'spam', true],
  ['of several parts, with any spaces between them', 'buy \n now, please', 'buy now', true],
  ['beside any marks', '(spam),«spam»', 'spam', true],
  ['in wide letters and ligatures', 'ｓｐａｍ and ﬁsh', 'fish', true],
  ['with letters between that nobody sees', 's\u200bp\u00ada\u2060m\ufeff', 'spam', true],
  ['with strokes drawn through it', 's\u0336p\u0336a\u0336m\u0336', 'spam', true],
  ['in letters of other alphabets that look alike', 'ѕраm', 'spam', true],
  ['not within a word', 'spamming, antispam, spam_bot, spam2', 'spam', false],
  ['not with another letter at its place', 'spám', 'spam', false],
  ['with a small letter that has two capital ones', 'die STRASSE', 'straße', true],
  ['Greek, with the letter that ends words', 'ΛΌΓΟΣ', 'λόγος', true],
  ['Russian, in any case', 'Это ПЛОХО.', 'плохо', true],
  ['Russian, not within a word', 'неплохо', 'плохо', false],
  ['Chinese, between other words, without spaces', '这是坏话吗', '坏话', true],
  ['Japanese, before a letter of grammar', 'スパムです', 'スパム', true],
  ['Thai, between other words, without spaces', 'นี่คือสแปมครับ', 'สแปม', true],
  ['Thai, not where a mark makes it another letter', 'กา้', 'กา', false],
  ['Arabic, whole', 'هذا سيئ جدا', 'سيئ', true],
  ['Arabic, not within a word', 'والسيئات', 'سيئ', false],
  ['Hindi, not where a vowel goes on', 'बुरी', 'बुर', false],
  ['Korean', '이건 나쁜말 이야', '나쁜말', true],
  ['an emoji, beside letters', 'no💩way', '💩', true],
  ['an emoji, whatever style it has', '☠️', '☠', true],
  ['a letter beyond the basic plane is one letter', '𝒳spam spam𝒳', 'spam', false],
])('a held word is found: %s', (_, text, word, expected) => {
  expect(held(text, word)).toBe(expected)
})

test('of several words any counts, and what is empty for a reader is in nothing', () => {
  expect(held('one two', 'three', 'two')).toBe(true)
  expect(held('one two', 'three')).toBe(false)
  expect(held('one two', '', ' ', '\u200b')).toBe(false)
  expect(held('', 'one')).toBe(false)
})

const letters = 'abcdefghijklmnopqrstuvwxyzäéñабвгдאבגابپ'
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
const between = fc.constantFrom(' ', '\n', ', ', '. ', ' (', ') ', '!', '…', '💡', '-')
const unseen = fc.constantFrom('\u200b', '\u200c', '\u200d', '\u00ad', '\u2060', '\ufeff', '\u034f')

test('whatever stands around it, a word is found, and it is not found where it is part of another', () => {
  fc.assert(
    fc.property(word, fc.array(word), between, between, (sought, others, before, after) => {
      const around = others.filter((other) => !other.toLowerCase().includes(sought.toLowerCase()))
      const text = around.join(' ')
      expect(held(`${text}${before}${sought}${after}${text}`, sought)).toBe(true)
      expect(held(`${before}x${sought}q${after}`, sought)).toBe(false)
    }),
  )
})

test('neither case nor letters that nobody sees hide a word', () => {
  fc.assert(
    fc.property(word, fc.array(fc.tuple(fc.nat(20), unseen)), fc.boolean(), (sought, hidden, upper) => {
      const written = Array.from(upper ? sought.toUpperCase() : sought)
      for (const [at, letter] of hidden) written.splice(Math.min(at, written.length), 0, letter)
      expect(held(`- ${written.join('')} -`, sought)).toBe(true)
    }),
  )
})

const any = fc.string({ unit: 'binary', maxLength: 20 })

test('no text and no word breaks it', () => {
  fc.assert(
    fc.property(any, fc.array(any, { maxLength: 3 }), (text, words) => {
      expect(held(`${text} calm`, ...words, 'calm')).toBe(true)
    }),
  )
})

test('a long text with a hundred words that nearly fit is looked through at once', () => {
  const words = Array.from({ length: 100 }, (_, index) => 'a'.repeat(40) + index)
  expect(held('a'.repeat(8_000), ...words)).toBe(false)
})
