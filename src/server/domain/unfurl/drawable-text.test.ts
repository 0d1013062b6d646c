import { expect, test } from 'vitest'
import { graphemesOf, toDrawable } from './drawable-text.ts'

test.each([
  'Ada Lovelace',
  'Crème brûlée, “Zoë”',
  'Привет Ελλάδα Việt Nam',
  'آدا الكاتبة',
  'עדה לאבלייס',
  '東京の夜 机器人助手 로봇',
  'नमस्ते สวัสดี',
  'Rocket 🚀 👩‍🚀 🇩🇪 ⚙️',
])('%s is drawn as it is written', (name) => {
  expect(toDrawable(name)).toBe(name.normalize('NFC'))
})

test('letters that only look otherwise become the plain ones', () => {
  expect(toDrawable('𝓐𝓭𝓪 𝕬𝖉𝖆 𝟏𝟐')).toBe('Ada Ada 12')
})

test('a name with a letter that no font has is not drawn at all, and a sign alone is left out', () => {
  expect(toDrawable('ᚠᚢᚦ Runes')).toBeNull()
  expect(toDrawable('龘 Dragon')).toBeNull()
  expect(toDrawable('Ada 𝄞 Lovelace')).toBe('Ada Lovelace')
})

test('what turns the direction of reading, breaks a line or can not be seen does nothing', () => {
  expect(toDrawable('Ada\u202egnp.exe\u2066')).toBe('Adagnp.exe')
  expect(toDrawable('  Ada\n\tof\u2028 the\u00a0sea\u200b\ufeff ')).toBe('Ada of the sea')
  expect(toDrawable('half \ud83d a pair')).not.toContain('\ud83d')
})

test.each(['', '   ', '\u200d\u200c\ufe0f', '\u202e\u2066'])(
  'nothing that can be seen is nothing',
  (text) => {
    expect(toDrawable(text)).toBeNull()
  },
)

test('a letter carries only as many marks as a script puts on one', () => {
  const drawn = toDrawable(`Z${'\u0301'.repeat(500)}algo`) ?? ''
  expect(graphemesOf(drawn).join('|')).toMatch(/^Ź[\u0301]{0,4}\|a\|l\|g\|o$/)
})

test('a text costs no more than what fits', () => {
  expect(graphemesOf(toDrawable('word '.repeat(50_000)) ?? '').length).toBeLessThanOrEqual(400)
})
