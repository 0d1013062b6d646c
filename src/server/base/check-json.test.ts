import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkJson } from './check-json.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  ['the deepest', nested(32)],
  ['deep one after the other', `[${Array.from({ length: 100 }, () => nested(20)).join()}]`],
  ['brackets in a string', JSON.stringify({ text: '[{'.repeat(100_000) })],
  ['brackets after an escaped quote', JSON.stringify([`"${'['.repeat(100)}`])],
  ['brackets in a string that ends with a backslash', JSON.stringify(['\\', `\\"${'{'.repeat(100)}\\`])],
  ['commas in a string', JSON.stringify(','.repeat(100_000))],
  ['the most values', JSON.stringify(Array.from({ length: 19_990 }, () => 0))],
  ['a long string', JSON.stringify('\\"'.repeat(2_000_000))],
  ['no JSON', '"'],
  ['nothing', ''],
])('%s may be parsed', (_, text) => {
  expect(checkJson(text)).toBeNull()
})

test.each([
  ['lists', nested(33)],
  ['objects', '{"a":'.repeat(33)],
  ['both, with strings between', '{"a\\\\":["]",'.repeat(20)],
  ['lists that never end', '['.repeat(5_000_000)],
])('too deep: %s', (_, text) => {
  expect(checkJson(text)).toBe('JSON can be nested at most 32 levels deep here.')
})

test.each([
  ['members', `{${Array.from({ length: 10_001 }, (_, at) => `"${at}":0`).join()}}`],
  ['elements', `[${'0,'.repeat(20_001)}0]`],
  ['empty lists', `[${'[]'.repeat(20_001)}]`],
])('too many values: %s', (_, text) => {
  expect(checkJson(text)).toBe('JSON can have at most 20,000 names and values here.')
})

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('whatever is in the strings, it is the depth of the value that counts', () => {
  const string = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ']', '}', ',', 'a', '\n', '😀') })
  fc.assert(
    fc.property(fc.nat(40), fc.array(fc.tuple(string, string), { maxLength: 5 }), (levels, members) => {
      let value: unknown = Object.fromEntries(members)
      for (let level = 0; level < levels; level++) value = [value, ...members.flat()]
      expect(checkJson(JSON.stringify(value)) === null).toBe(depthOf(value) <= 32)
    }),
  )
})
