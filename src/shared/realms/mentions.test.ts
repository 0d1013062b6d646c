import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMentions, findNamed } from './mentions.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))
const mentioned = (text: string, ...names: string[]) =>
  findMentions(text, named(...names)).map(({ who }) => who.name)
const namedIn = (text: string, ...names: string[]) => findNamed(text, named(...names)).map(({ name }) => name)

test.each([
  ['at the beginning', '@Ada what is light?', ['Ada']],
  ['in the middle and at the end', 'What, @ada, says @BOB', ['Ada', 'Bob']],
  ['twice', '@Ada @Ada', ['Ada', 'Ada']],
  ['with a mark behind it', '(@Ada), @Bob: hi', ['Ada', 'Bob']],
  ['not without an @', 'Ada, what is light?', []],
  ['not in a word, such as an address of mail', 'mail x@ada.org or ünder@Ada', []],
  ['not where the word goes on', '@Adam @Ada_ @Ada2 @Adaä', []],
  ['not with a space behind the @', '@ Ada', []],
  ['not for nobody', '@ @@ @Cyd', []],
])('an @ and a name address somebody: %s', (_, text, names) => {
  expect(mentioned(text, 'Ada', 'Bob')).toEqual(names)
})

test('of names that begin alike the longest counts, of the same name the first', () => {
  expect(mentioned('@Ada Lovelace and @Ada', 'Ada', 'Ada Lovelace')).toEqual(['Ada Lovelace', 'Ada'])
  const [one, other] = [{ name: 'Ada' }, { name: 'ada' }]
  expect(findMentions('@ADA', [one, other])[0]?.who).toBe(one)
})

test('names may have any characters, and those beyond the basic plane count as they are', () => {
  expect(mentioned('😀@R2.D2!', 'R2.D2')).toEqual(['R2.D2'])
  expect(mentioned('@💡 and @Ünïcode.', '💡', 'Ünïcode')).toEqual(['💡', 'Ünïcode'])
  // A letter outside the Basic Multilingual Plane is part of a word like any other.
  expect(mentioned('𝒳@Ada @Ada𝒳', 'Ada')).toEqual([])
  expect(mentioned('@anything', '')).toEqual([])
})

test.each([
  ['Chinese', '请@Ada解释一下', ['Ada']],
  ['Chinese names', '请@量子解释', ['量子']],
  ['Japanese', 'これを@Adaに聞いて、@量子さん', ['Ada', '量子']],
  ['Thai', 'ถาม@Adaหน่อย', ['Ada']],
])('where words have no spaces between them, a name needs none either: %s', (_, text, names) => {
  expect(mentioned(text, 'Ada', '量子')).toEqual(names)
  expect(namedIn(text.replaceAll('@', ''), 'Ada', '量子')).toEqual(names)
})

test('a mention says where it stands: its text there is an @ and the name, whatever the text is', () => {
  const names = named('Ada', 'Ada Lovelace', 'b', '💡')
  const part = fc.constantFrom('@', 'Ada', ' Lovelace', 'b', ' ', '💡', '\ud83d', 'x', '\n')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('')
      for (const { who, at, length } of findMentions(text, names))
        expect(text.slice(at, at + length).toLowerCase()).toBe(`@${who.name}`.toLowerCase())
    }),
  )
})

test.each([
  ['anywhere, in the order of the text, each once', 'bob, ask Ada or Bob', ['Bob', 'Ada']],
  ['not in a word', 'Adam and Bobby, cab', []],
  ['the longest that fits', 'Ada Lovelace knows', ['Ada Lovelace']],
  ['addressed, too', 'I mean @Ada', ['Ada']],
])('somebody is named without an @: %s', (_, text, names) => {
  expect(namedIn(text, 'Ada', 'Bob', 'Ada Lovelace')).toEqual(names)
})
