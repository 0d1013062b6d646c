import { expect, test } from 'vitest'
import { lookOf, looksOf } from './look-alike.ts'

const areAlike = (one: string, other: string) => {
  const looks = looksOf(one)
  return looksOf(other).some((look) => looks.includes(look))
}

// The second of a pair is what somebody would write to be taken for the first.
const pairs: Record<string, [string, string][]> = {
  Cyrillic: [
    ['Meridian', 'М\u0435ridi\u0430n'],
    ['Scope', 'Ѕсоре'],
    ['Ajax', 'Ајах'],
    ['COCA', 'СОСА'],
    ['BOT', 'вот'],
    ['Hobo', 'Нobo'],
    ['Kyoto', 'Куoto'],
    ['Ivy', 'Іvу'],
    ['Yeti', 'Үeti'],
    ['Echo', '\u0415\u0441\u04bb\u043e'],
  ],
  Greek: [
    ['META', 'ΜΕΤΑ'],
    ['Nike', 'Νike'],
    ['Zone', 'Ζοne'],
    ['Iris', 'Ιris'],
    ['Vita', 'νita'],
    ['Opus', 'Ορus'],
    ['Hexa', 'ΗΕΧΑ'],
  ],
  Armenian: [
    ['Nous', 'ոօսs'],
    ['Sohu', 'Տօհս'],
    ['Ounce', 'Օunce'],
    ['Gong', 'ցong'],
  ],
  'Cherokee and Lisu': [
    ['Atlas', 'Ꭺtlas'],
    ['MAGE', 'ᎷᎪᏀᎬ'],
    ['LISA', 'ꓡꓲꓢꓮ'],
    ['Zara', 'Ꮓara'],
  ],
  fullwidth: [
    ['Meridian', 'Ｍｅｒｉｄｉａｎ'],
    ['Agent 7', 'Ａｇｅｎｔ　７'],
  ],
  'mathematical and enclosed letters': [
    ['Meridian', '𝓜𝓮𝓻𝓲𝓭𝓲𝓪𝓷'],
    ['Meridian', '𝕄𝕖𝕣𝕚𝕕𝕚𝕒𝕟'],
    ['Meridian', '𝙼𝚎𝚛𝚒𝚍𝚒𝚊𝚗'],
    ['Meridian', '𝔐𝔢𝔯𝔦𝔡𝔦𝔞𝔫'],
    ['Bold', '𝐁𝐨𝐥𝐝'],
    ['Circle', 'Ⓒⓘⓡⓒⓛⓔ'],
    ['Coffee', 'Coﬀee'],
    ['Small', 'ꜱᴍᴀʟʟ'],
    ['Vixen', 'ⅴⅰⅹen'],
  ],
  leetspeak: [
    ['Solo', 'S0l0'],
    ['Elite', 'E1ite'],
    ['Illumina', 'lllumina'],
    ['Illumina', '|llumina'],
    ['Sirius', '5iriu5'],
    ['Modern', 'Modem'],
    ['Mentor', 'rnentor'],
    ['Wave', 'vvave'],
    ['Leet', 'L33t'],
    ['Master', 'M4st3r'],
    ['Battle', 'Ba77le'],
    ['Cash', 'Ca$h'],
    ['Data', 'D@ta'],
    ['Daniel', 'Danie1'],
    ['Daniel', 'Daniel1'],
    ['Robo', 'Rob0'],
    ['Fabbri', 'Fa88ri'],
  ],
  'the i of Turkish': [
    ['Iris', 'ıris'],
    ['Meridian', 'MERİDİAN'],
    ['Işık', 'Isik'],
  ],
  'combining marks': [
    ['Meridian', 'Mérìdïân'],
    ['Meridian', 'M\u0336e\u0336r\u0336i\u0336d\u0336i\u0336a\u0336n\u0336'],
    ['Zoe', 'Zo\u0308\u0301e'],
    ['Oslo', 'Øslø'],
    ['Lodz', 'Łódź'],
    ['Yoga', 'Y\u0306oga'],
  ],
  'hidden letters': [
    ['Meridian', 'Mer\u200bidian'],
    ['Meridian', 'Meri\u00addian'],
    ['Meridian', '\u2060Meridian\ufeff'],
    ['Meridian', 'Me\u200drid\u200cian'],
    ['Meridian', 'Meridian\ufe0f'],
    ['Meridian', '\u202eMeridian\u202c'],
    ['Meridian', '\u2066Meridian\u2069'],
  ],
  'what is written from right to left': [
    ['ولد', 'ول\u200fد'],
    ['کتاب', 'كتاب'],
    ['מלכה', 'מַלְכָּה'],
    ['سلام', 'سَلام'],
  ],
  'case, spaces, punctuation and digits': [
    ['Meridian', 'MERIDIAN'],
    ['Meridian', 'M e r i d i a n'],
    ['Meridian', '-= Meridian =-'],
    ['Meridian', 'Meridian 2'],
    ['Meridian', 'Meridian!'],
    ['Meridian', 'Meri.dian_99'],
    ['Ήλιος', 'ΗΛΙΟΣ'],
    ['Привет', 'ПРИВЕТ'],
  ],
}

test.each(Object.entries(pairs))('%s: what is taken for a name has its look', (_, ofScript) => {
  expect(ofScript.filter(([one, other]) => !areAlike(one, other))).toEqual([])
})

test('at least sixty pairs are looked at', () => {
  expect(Object.values(pairs).flat().length).toBeGreaterThanOrEqual(60)
})

const languages =
  'am ar be bg bn cs cy da de el en es et fa fi fr ga he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms my ne nl pa pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zu'
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const codes = letters.flatMap((one) => letters.map((other) => one + other))

// The names of all countries, as whoever speaks a language writes them.
const namesIn = (language: string) => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  return new Set(codes.flatMap((code) => names.of(code) ?? []))
}

// Գամբիա and Զամբիա, which differ in one letter that Unicode takes for the same.
const KNOWN_ALIKE = new Set(['Գամբիա', 'Զամբիա'])

test('ordinary names of many languages don’t look like each other', () => {
  const alike: string[] = []
  let compared = 0
  for (const language of languages.split(' ')) {
    const known = new Map<string, string>()
    for (const name of namesIn(language)) {
      compared++
      for (const look of looksOf(name)) {
        const other = known.get(look)
        if (other !== undefined && !KNOWN_ALIKE.has(name)) alike.push(`${language}: ${other} = ${name}`)
        known.set(look, name)
      }
    }
  }
  expect(compared).toBeGreaterThan(5_000)
  expect(alike).toEqual([])
})

test.each(['राम रमा', 'か が', 'Анна Инна', 'Marc Mary', 'José Josef', 'สมชาย สมหญิง', '민수 민서'])(
  '%s are two names',
  (two) => {
    const [one = '', other = ''] = two.split(' ')
    expect(areAlike(one, other)).toBe(false)
  },
)

test('a name of digits or signs alone looks like itself and nothing else', () => {
  expect(['42', '7', '🤖', '...'].map((name) => looksOf(name))).toEqual([['42'], ['7'], ['🤖'], ['...']])
  expect(lookOf('')).toBe('')
})
