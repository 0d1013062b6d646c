import { expect, test } from 'vitest'
import { addressablesOf, mentionQuery, offered, writeMention } from './mention-query.ts'

const queryAt = (marked: string) => {
  const caret = marked.indexOf('|')
  return mentionQuery(marked.replace('|', ''), caret)?.query
}

test.each([
  ['@|', ''],
  ['Well, @no|', 'no'],
  ['@no|va', 'no'],
  ['(@Nova Pr|', 'Nova Pr'],
  ['@ada and @bo|', 'bo'],
  ['请@no|', 'no'],
  ['これを@no|', 'no'],
  ['|@ada', undefined],
  ['mail x@ada|', undefined],
  ['ünder@ada|', undefined],
  ['@ ada|', undefined],
  ['@ada\nand|', undefined],
  ['nothing|', undefined],
  ['', undefined],
])('the mention that is written in "%s" is %o', (marked, query) => {
  expect(queryAt(marked)).toBe(query)
})

const ada = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'
const bob = '7pXyQ1fFrgPHWnkmRk1yC2DDPqFHqJ5nuV1aUoWn4KtZ'
const cyd = 'CydQ9mAfJ5nuV1aUoWn4KtZ7pXyQ1fFrgPHWnkmRk1yC'
const all = addressablesOf({
  agents: [
    { name: 'Nova', imageUrl: '' },
    { name: 'Dark Matter', imageUrl: '' },
  ],
  here: [bob, ada],
  participants: [cyd, bob, ada],
  self: ada,
})
const names = (query: string) => offered(all, query).map(({ name }) => name)

test('agents are offered, then who is here, then who takes part, each once, and the reader not', () => {
  expect(names('')).toEqual(['Nova', 'Dark Matter', '7pXy..4KtZ', 'CydQ..k1yC'])
  expect(all.map((one) => one.kind === 'person' && one.here)).toEqual([false, false, true, false])
})

test('what is typed finds the beginning of a name or of a word in it, in any case', () => {
  expect(names('NO')).toEqual(['Nova'])
  expect(names('mat')).toEqual(['Dark Matter'])
  expect(names('dark ma')).toEqual(['Dark Matter'])
  expect(names('7p')).toEqual(['7pXy..4KtZ'])
  expect(names('ova')).toEqual([])
})

test('so many are offered as one can look through', () => {
  const participants = Array.from({ length: 50 }, (_, index) => `${index}`.padStart(44, 'A'))
  expect(offered(addressablesOf({ agents: [], here: [], participants, self: undefined }), '')).toHaveLength(8)
})

test.each([
  ['Well, @no|', 'Well, @Nova |'],
  ['@no| is it?', '@Nova | is it?'],
  ['see|', 'see @Nova |'],
  ['see |that', 'see @Nova |that'],
  ['|', '@Nova |'],
])('a mention is written out: "%s" becomes "%s"', (marked, expected) => {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const at = mentionQuery(text, caret)?.at ?? caret
  const written = writeMention(text, { at, caret, name: 'Nova' })
  expect(
    `${written.text.slice(0, written.caret)}|${written.text.slice(written.caret)}`.replace('|  ', '| '),
  ).toBe(expected.replace('| is', '|is'))
})
