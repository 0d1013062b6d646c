import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCitations, withoutOpenCitation, writeCitations } from './citations.ts'

const given = new Set([1, 2, 3])
const write = (text: string) => writeCitations(text, given, (n) => `<${n}>`)

test.each<[string, string]>([
  ['It opens at nine [1].', 'It opens at nine <1>.'],
  ['Both[1, 2] and [2;3] and [1–3].', 'Both<1><2> and <2><3> and <1><2><3>.'],
  ['Next to each other [1][3]', 'Next to each other <1><3>'],
  ['[ 2 ] with spaces', '<2> with spaces'],
  ['Twice [2, 2]', 'Twice <2>'],
  // Numbers that the reply was not given.
  ['One of two [1, 99].', 'One of two <1>.'],
  ['None of it [99].', 'None of it.'],
  ['None at all [98] [7-9]', 'None at all'],
  // Brackets that are not citations.
  [
    'A year [2024], a first item [0], a note [^1], a task [x]',
    'A year [2024], a first item [0], a note [^1], a task [x]',
  ],
  ['A link [1](https://example.org/1)', 'A link [1](https://example.org/1)'],
  ['A picture ![1](a.png) ![1]', 'A picture ![1](a.png) ![1]'],
  ['[1]: https://example.org', '[1]: https://example.org'],
  ['text\n  [2]: https://example.org', 'text\n  [2]: https://example.org'],
  ['It says [1]: nine.', 'It says <1>: nine.'],
  ['Escaped \\[1\\] and \\\\[1]', 'Escaped \\[1\\] and \\\\<1>'],
  // Brackets within code.
  ['`a[1]` and ``b`[1]`` and [1]', '`a[1]` and ``b`[1]`` and <1>'],
  ['An open ` tick [1]', 'An open ` tick <1>'],
  ['```js\na[1]\n```\nafter [1]', '```js\na[1]\n```\nafter <1>'],
  ['~~~\na[1]\n```\nb[2]\n~~~\nafter [1]', '~~~\na[1]\n```\nb[2]\n~~~\nafter <1>'],
  ['```\nstill open [1]', '```\nstill open [1]'],
  ['before [1]\n````\n```\n[2]\n````\n[3]', 'before <1>\n````\n```\n[2]\n````\n<3>'],
])('%j is read as %j', (text, expected) => {
  expect(write(text)).toBe(expected)
})

test('whatever a text is, reading it finds its brackets, in order, and changes nothing else', () => {
  const piece = fc.constantFrom(
    '[1]',
    '[99]',
    '[',
    ']',
    '1',
    ',',
    '`',
    '```',
    '\n',
    '~~~',
    '\\',
    '(',
    ':',
    '!',
    'ä ',
    '💡',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (chosen) => {
      const text = chosen.join('')
      let at = 0
      for (const { from, to, numbers } of readCitations(text)) {
        expect(from).toBeGreaterThanOrEqual(at)
        expect(text.slice(from, to)).toMatch(/^\[[\d,]+\]$/)
        expect(numbers.length).toBeGreaterThan(0)
        at = to
      }
      expect(writeCitations(text, new Set([1, 11, 99]), (n) => `[${n}]`).length).toBeLessThanOrEqual(
        text.length,
      )
    }),
  )
})

test('a long text is read in a time that grows as it does', () => {
  for (const part of ['`', '[', '[1', '`a', '```\n', '\\', '[1,'])
    expect(readCitations(part.repeat(20_000 / part.length))).toEqual([])
})

test('a citation that has begun to arrive is not shown until it is whole', () => {
  expect(withoutOpenCitation('at nine [1')).toBe('at nine')
  expect(withoutOpenCitation('at nine [1, ')).toBe('at nine')
  expect(withoutOpenCitation('at nine [')).toBe('at nine')
  expect(withoutOpenCitation('at nine [1]')).toBe('at nine [1]')
  expect(withoutOpenCitation('at nine [see')).toBe('at nine [see')
})
