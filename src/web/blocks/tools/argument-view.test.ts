import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldFields, sentBytes, sentFields } from './argument-view.ts'

const rows = (given: string) => sentFields(given)?.map(({ path, value }) => [path.join(' › '), value])

test('what is sent is a list of names and values, whole, and lists and objects are taken apart', () => {
  const given = {
    to: ['ada', 'bob'],
    mail: { subject: '', body: 'One\n\nTwo' },
    copies: 2,
    urgent: false,
    at: null,
  }
  expect(rows(JSON.stringify(given))).toEqual([
    ['to › 1', 'ada'],
    ['to › 2', 'bob'],
    ['mail › subject', '""'],
    ['mail › body', 'One\n\nTwo'],
    ['copies', '2'],
    ['urgent', 'false'],
    ['at', 'null'],
  ])
  expect(rows('{"a":{},"b":[]}')).toEqual([
    ['a', '{}'],
    ['b', '[]'],
  ])
})

test('letters that nobody sees are seen in names and values', () => {
  expect(rows('{"to\u200b":"bob@exam\\u200bple.com\\u00a0\\u202e"}')).toEqual([
    ['to⟨U+200B⟩', 'bob@exam⟨U+200B⟩ple.com⟨U+00A0⟩⟨U+202E⟩'],
  ])
  expect(sentBytes('{"a":"é\u200b"}')).toEqual({ text: '{"a":"é⟨U+200B⟩"}', bytes: 13 })
})

test.each(['', '{"a":', '[1]', '"text"', 'null', '{"a":1} more'])(
  '%j is no list, and shown as it is',
  (given) => {
    expect(sentFields(given)).toBeUndefined()
  },
)

test('whatever is sent, each of its texts stands in the list', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '<', ' ', '\n', 'é'), minLength: 1 })
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, text, fc.array(tie('value')), fc.dictionary(text, tie('value'))),
  }))
  fc.assert(
    fc.property(fc.dictionary(text, value), (given) => {
      const texts: string[] = []
      JSON.stringify(given, (_, one) => {
        if (typeof one === 'string') texts.push(one)
        return one
      })
      const shown = sentFields(JSON.stringify(given))?.flatMap((row) => (row.isText ? [row.value] : []))
      expect(shown).toEqual(texts)
    }),
  )
})

const field = (name: string, value: string) => ({ path: [name], value, isText: true })

test('what is short is shown at once; of what is long each letter is either shown or counted in the rest', () => {
  const short = [field('to', 'Ada'), field('text', 'One\nTwo')]
  expect(foldFields(short)).toEqual({ shown: short, rest: [], left: 0 })
  const letter = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '𝄞'), maxLength: 4_000 })
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 5 }), (values) => {
      const fields = values.map((value, index) => field(String(index), value))
      const { shown, rest, left } = foldFields(fields)
      const said = (some: typeof shown) => some.map(({ value }) => value).join('')
      expect(said(shown) + said(rest)).toBe(values.join(''))
      expect(said(shown).isWellFormed()).toBe(true)
      expect(left).toBe([...said(rest)].length)
      expect(said(shown).split('\n').length).toBeLessThan(70)
    }),
  )
  const many = Array.from({ length: 500 }, (_, index) => field(String(index), ''))
  expect(foldFields(many).shown.length).toBeLessThan(70)
})
