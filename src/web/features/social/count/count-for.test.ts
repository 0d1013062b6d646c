import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../../test/any-character.ts'
import { platforms } from '../../../../shared/social.ts'
import { countFor } from './count-for.ts'

const family = '👨‍👩‍👧‍👦'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text with its length as counted by X, Farcaster (in bytes), Bluesky, LinkedIn and Telegram. */
const hardCases: [string, string, [number, number, number, number, number]][] = [
  ['nothing', '', [0, 0, 0, 0, 0]],
  ['plain words', 'Hello, world!', [13, 13, 13, 13, 13]],
  ['an emoji', '😀', [2, 4, 1, 2, 1]],
  ['a family, joined', family, [2, 25, 1, 11, 7]],
  ['an emoji with a skin tone', '👍🏽', [2, 8, 1, 4, 2]],
  ['two people with two skin tones', '👩🏽‍🤝‍👨🏻', [2, 26, 1, 12, 7]],
  ['a flag', '🇪🇺', [2, 8, 1, 4, 2]],
  ['two letters of flags that are no flag', '🇦🇦', [4, 8, 1, 4, 2]],
  ['the flag of a part of a country', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', [2, 28, 1, 14, 7]],
  ['a keycap', '1️⃣', [2, 7, 1, 3, 3]],
  ['a keycap without its variation selector', '1\u20e3', [2, 4, 1, 2, 2]],
  ['a heart with a variation selector', '❤️', [2, 6, 1, 2, 2]],
  ['an emoji with one that it did not need', '⭐\ufe0f', [2, 6, 1, 2, 2]],
  ['a sign of copyright', '©', [1, 2, 1, 1, 1]],
  ['the same as an emoji', '©\ufe0f', [2, 5, 1, 2, 2]],
  ['emoji joined that are none together', '🐈‍🐕', [5, 11, 1, 5, 3]],
  ['Chinese', '漢字', [4, 6, 2, 2, 2]],
  ['Chinese beyond the first plane', '𠮷', [2, 4, 1, 2, 1]],
  ['Japanese with full-width signs', 'テスト！', [8, 12, 4, 4, 4]],
  ['Hangul, composed', '한글', [4, 6, 2, 2, 2]],
  ['Hangul in jamo', '한글'.normalize('NFD'), [4, 18, 2, 6, 6]],
  ['an accent, composed', 'caf\u00e9', [4, 5, 4, 4, 4]],
  ['an accent, decomposed', 'cafe\u0301', [4, 6, 4, 5, 5]],
  ['marks that nothing composes', 'e\u0323\u0325\u20dd', [5, 8, 1, 4, 4]],
  ['Devanagari', 'नमस्ते', [6, 18, 3, 6, 6]],
  ['Thai, Arabic, Cyrillic', 'ไทย عربي рус', [12, 25, 12, 12, 12]],
  ['bold letters made of signs', '𝗕𝗼𝗹𝗱', [8, 16, 4, 8, 4]],
  ['dashes, quotes, dots', '“–—…’', [6, 15, 5, 5, 5]],
  ['a euro and a prime', '€′', [3, 6, 2, 2, 2]],
  ['a joiner and a space without width', 'a\u200d\u200bb', [4, 8, 3, 4, 4]],
  ['line breaks', 'a\nb\n\nc', [6, 6, 6, 6, 6]],
  ['line breaks of two characters', 'a\r\nb', [4, 4, 3, 4, 3]],
  ['half of a surrogate pair', 'a\ud83d', [3, 4, 2, 2, 2]],
  ['a link', 'https://example.com/a/long/path?with=more&than=23#characters', [23, 60, 60, 60, 60]],
  ['a short link', 'http://x.co', [23, 11, 11, 11, 11]],
  ['a bare domain', 'see example.com now', [31, 19, 19, 19, 19]],
  ['a bare domain with a path', 'example.com/a_(b)?c=d', [23, 21, 21, 21, 21]],
  ['a link in upper case', 'HTTPS://EXAMPLE.COM/A', [23, 21, 21, 21, 21]],
  ['a link in brackets, with a full stop', '(https://example.com/a).', [26, 24, 24, 24, 24]],
  ['a link in quotes, with a comma', '“example.com”, ok', [29, 21, 17, 17, 17]],
  ['a link with a port', 'http://example.com:8080/a!', [24, 26, 26, 26, 26]],
  ['a bare domain with a query only', 'example.com?a=b', [27, 15, 15, 15, 15]],
  ['a domain in Chinese letters', 'https://例え.みんな/', [23, 25, 15, 15, 15]],
  ['a bare domain in Chinese letters', '例え.みんな', [11, 16, 6, 6, 6]],
  ['a bare domain after Chinese letters', '漢example.com字', [27, 17, 13, 13, 13]],
  ['a sign and a full stop before a bare domain', '©.comexample.com/a_(b)?c=d', [25, 27, 26, 26, 26]],
  ['the same after a line break', '\n©.comexample.com/a_(b)?c=d', [26, 28, 27, 27, 27]],
  ['an accent that begins a bare domain', 'éxample.com', [23, 12, 11, 11, 11]],
  ['an accent in a path, decomposed', 'example.com/cafe\u0301', [23, 18, 16, 17, 17]],
  ['a top-level domain that is none', 'see example.invalid', [19, 19, 19, 19, 19]],
  ['the same with its protocol', 'http://example.invalid', [22, 22, 22, 22, 22]],
  ['a new top-level domain', 'example.technology', [23, 18, 18, 18, 18]],
  ['the name of a file', 'read main.ts and a.md', [40, 21, 21, 21, 21]],
  ['an abbreviation, a version, a slip', 'e.g. 1.2.3 end.Then', [19, 19, 19, 19, 19]],
  ['an e-mail address', 'ask ada@example.com', [19, 19, 19, 19, 19]],
  ['an e-mail address with a dot', 'first.me@example.com', [20, 20, 20, 20, 20]],
  ['mentions', '@ada @ada.example.com', [21, 21, 21, 21, 21]],
  ['tags', '#one $TWO #a.com', [16, 16, 16, 16, 16]],
  ['two links with nothing but a comma', 'a.com,https://b.org', [47, 19, 19, 19, 19]],
]

test.each(hardCases)('%s is counted as each platform counts', (_, text, counts) => {
  expect(platforms.map((platform) => countFor(platform, text).used)).toEqual(counts)
})

test.each([
  ['x', 'a', 280, 'characters'],
  ['x', '漢', 140, 'characters'],
  ['x', family, 140, 'characters'],
  ['x', 'https://example.com/ ', 11, 'characters'],
  ['farcaster', 'a', 320, 'bytes'],
  ['farcaster', '漢', 106, 'bytes'],
  ['farcaster', family, 12, 'bytes'],
  ['bluesky', 'a', 300, 'characters'],
  ['bluesky', '漢', 300, 'characters'],
  ['bluesky', family, 120, 'bytes'],
  ['linkedin', 'a', 3_000, 'characters'],
  ['linkedin', '😀', 1_500, 'characters'],
  ['telegram', '漢', 4_096, 'characters'],
  ['telegram', '😀', 4_096, 'characters'],
] as const)('%s takes %s up to %i times, and says where it is too much', (platform, text, most, unit) => {
  const full = countFor(platform, text.repeat(most))
  expect(full).toMatchObject({ over: 0, overAt: null })
  expect(full.used).toBeLessThanOrEqual(full.limit)
  const { used, limit, over, ...rest } = countFor(platform, text.repeat(most + 2))
  expect(rest).toEqual({ unit, overAt: text.length * most })
  expect(used - limit).toBe(over)
  expect(over).toBeGreaterThan(0)
})

test('a link is never cut in two, and what is left of a word without it still fits', () => {
  const link = 'https://example.com/path'
  expect(countFor('x', `${'a'.repeat(270)} ${link} and more`)).toMatchObject({ over: 23, overAt: 271 })
  expect(countFor('x', `${'a'.repeat(250)} ${link} and more`)).toMatchObject({
    over: 3,
    overAt: 280 - 23 + link.length,
  })
  // Without its @, a mail address can look like a link.
  const address = `${'a '.repeat(138)}x.me@example.com and more`
  expect(countFor('x', address)).toMatchObject({ over: 21, overAt: 279 })
})

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  fc.constantFrom(...hardCases.map(([, text]) => text)),
  fc.constantFrom(
    ' ',
    '.',
    '/',
    '@',
    '\r\n',
    'http://',
    '.com',
    'a'.repeat(200),
    '漢'.repeat(90),
    family.repeat(20),
  ),
)
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))
const platform = fc.constantFrom(...platforms)

test('what is before overAt fits, ends with a whole grapheme, and one more does not fit', () => {
  fc.assert(
    fc.property(platform, texts, (on, text) => {
      const { used, limit, over, overAt } = countFor(on, text)
      expect(over).toBe(Math.max(0, used - limit))
      expect(overAt === null).toBe(over === 0)
      if (overAt === null) return
      expect(countFor(on, text.slice(0, overAt)).overAt).toBeNull()
      const next = [...graphemes.segment(text)].find(({ index }) => index === overAt)
      expect(next).toBeDefined()
      // On X the next segment can be a link, of which a part fits.
      const end = overAt + (next?.segment.length ?? 0)
      if (on !== 'x' || !text.includes('.')) expect(countFor(on, text.slice(0, end)).over).toBeGreaterThan(0)
    }),
    { numRuns: 400 },
  )
})

test('two texts with a line between them count as the sum of both, and one more', () => {
  fc.assert(
    fc.property(platform, texts, texts, (on, one, other) => {
      const plain = (text: string) => text.replaceAll('\r', '')
      const [first, second] = [plain(one), plain(other)]
      const both = countFor(on, `${first}\n${second}`)
      if (on === 'bluesky' && both.unit === 'bytes') return
      const inUnit = (text: string) => {
        const count = countFor(on, text)
        return count.unit === both.unit ? count.used : [...graphemes.segment(text)].length
      }
      expect(both.used).toBe(inUnit(first) + 1 + inUnit(second))
    }),
    { numRuns: 400, examples: [['x', '', '©.comexample.com/a_(b)?c=d']] },
  )
})

test('X counts a text alike whichever way its letters were composed', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(countFor('x', text.normalize('NFD')).used).toBe(countFor('x', text.normalize('NFC')).used)
    }),
  )
})
