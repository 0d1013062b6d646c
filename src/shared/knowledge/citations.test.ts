import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CitationReader } from './citation-reader.ts'
import { readCitations, writeCitations } from './citations.ts'

const given = new Set([1, 2, 3])
const write = (text: string) => writeCitations(text, given, (n) => `<${n}>`)

const cases: [string, string][] = [
  ['It opens at nine [1].', 'It opens at nine <1>.'],
  ['Both[1, 2] and [2;3] and [1–3].', 'Both<1><2> and <2><3> and <1><2><3>.'],
  ['Next to each other [1][3]', 'Next to each other <1><3>'],
  ['[ 2 ] with spaces', '<2> with spaces'],
  ['Twice [2, 2], backwards [3-2]', 'Twice <2>, backwards <2><3>'],
  ['It opens![1] Where? ![2]', 'It opens!<1> Where? ![2]'],
  ['It says [1]: nine.', 'It says <1>: nine.'],
  // Numbers that the reply was not given.
  ['One of two [1, 99].', 'One of two <1>.'],
  ['None of it [99].', 'None of it.'],
  ['None of a hundred [512].', 'None of a hundred.'],
  ['None at all [98] [7-9]', 'None at all'],
  ['It opens![99]', 'It opens!'],
  // Brackets that are not citations.
  [
    'A year [2024], a first item [0], a range [0, 1], a note [^1], tasks [x] and [ ]',
    'A year [2024], a first item [0], a range [0, 1], a note [^1], tasks [x] and [ ]',
  ],
  ['A link [1](https://example.org/1)', 'A link [1](https://example.org/1)'],
  ['A picture ![1](a.png) ![1]', 'A picture ![1](a.png) ![1]'],
  ['[1]: https://example.org', '[1]: https://example.org'],
  ['text\n  [9]: https://example.org', 'text\n  [9]: https://example.org'],
  ['Escaped \\[1\\] and \\\\[1]', 'Escaped \\[1\\] and \\\\<1>'],
  // Code within a line.
  ['`a[1]` and ``b`[9]`` and [1]', '`a[1]` and ``b`[9]`` and <1>'],
  ['An open ` tick [1]', 'An open ` tick <1>'],
  ['An open ` tick [9]\n\nand `b`', 'An open ` tick\n\nand `b`'],
  ['- an open ` tick [9]\n- a `b`', '- an open ` tick\n- a `b`'],
  ['`a[9] +\nb[9]` [9]', '`a[9] +\nb[9]`'],
  // Blocks of code, also in lists and quotations.
  ['```js\na[9]\n```\nafter [1]', '```js\na[9]\n```\nafter <1>'],
  ['```js [9]\na\n```', '```js [9]\na\n```'],
  ['~~~\na[1]\n```\nb[9]\n~~~\nafter [1]', '~~~\na[1]\n```\nb[9]\n~~~\nafter <1>'],
  ['```\nstill open [9]\n\n[9]', '```\nstill open [9]\n\n[9]'],
  ['before [1]\n````\n```\n[9]\n````\n[3]', 'before <1>\n````\n```\n[9]\n````\n<3>'],
  [
    '1. Do:\n\n     ```\n     a[9]\n\n     b[9]\n     ```\n   so [9]',
    '1. Do:\n\n     ```\n     a[9]\n\n     b[9]\n     ```\n   so',
  ],
  ['- ```\n  a[9]\n  ```\n- so [9]', '- ```\n  a[9]\n  ```\n- so'],
  ['> ```\n> a[9]\n\nafter [9]', '> ```\n> a[9]\n\nafter'],
  ['```a[9]``` so [9]', '```a[9]``` so'],
  // Formulas.
  ['It is $x \\in [1, 9]$ [9].', 'It is $x \\in [1, 9]$.'],
  ['$$\nx = [9]\n$$\nso [9]', '$$\nx = [9]\n$$\nso'],
  ['\\(x_[9]\\) and \\[ y[9] \\] and [9]', '\\(x_[9]\\) and \\[ y[9] \\] and'],
  ['It costs $5 [9] and not $6 [1].', 'It costs $5 and not $6 <1>.'],
]

test.each(cases)('%j is read as %j', (text, expected) => {
  expect(write(text)).toBe(expected)
})

/** Reads a text in these pieces; what is text is joined. */
function readIn(pieces: readonly string[]) {
  const reader = new CitationReader()
  const read = [...pieces.flatMap((piece) => reader.take(piece)), ...reader.rest()]
  const joined: typeof read = []
  for (const piece of read) {
    const last = joined.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text
    else joined.push(piece)
  }
  return joined
}

/** Texts of all that matters to the reader, between words short and long. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...cases.map(([text]) => text)),
      fc.constantFrom(
        ...[
          '[1]',
          '[99]',
          '[1, 99]',
          '[',
          ']',
          '1',
          ',',
          '!',
          '(',
          ':',
          '\\',
          '[^1]',
          '[0]',
          ' ',
          '  ',
          '\t',
        ],
        ...['`', '``', '```', '~~~', '$', '$$', '\\(', '\\)', '\\[', '\\]', '\n', '\n\n', '> ', '- ', '1. '],
        ...['word', 'ä ', '💡', '5', 'x'.repeat(70), 'so and so '.repeat(20)],
      ),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))

test('however a text is divided, it is read as the whole is', () => {
  fc.assert(
    fc.property(anyText, fc.array(fc.nat(), { maxLength: 60 }), (text, places) => {
      const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b)
      const pieces = [0, ...at].map((from, index) => text.slice(from, at[index]))
      expect(readIn(pieces)).toEqual(readIn([text]))
      expect(readIn([...text])).toEqual(readIn([text]))
    }),
    { numRuns: 400 },
  )
})

test('whatever a text is, reading it finds its brackets, in order, and changes nothing else', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const pieces = readIn([text])
      expect(pieces.map((piece) => (piece.kind === 'text' ? '' : piece.space) + piece.text).join('')).toBe(
        text,
      )
      for (const { from, to, numbers } of readCitations(text)) {
        expect(text.slice(from, to)).toMatch(/^\[[\d,;\u2013\s-]+\]$/)
        expect(numbers.length).toBeGreaterThan(0)
      }
    }),
  )
})

test('words pass at once, and a citation as soon as its end is certain', () => {
  const reader = new CitationReader()
  const take = (text: string) =>
    reader.take(text).map((piece) => (piece.kind === 'text' ? piece.text : piece.numbers.join()))
  expect(take('It `opens')).toEqual(['It `opens'])
  expect(take(' at` nine ')).toEqual([' at` nine'])
  expect(take('[')).toEqual([])
  expect(take('1')).toEqual([])
  expect(take(']')).toEqual([])
  expect(take('. [see')).toEqual(['1', '. [see'])
  expect(take('] `a[1')).toEqual(['] `a'])
  expect(take('] = b')).toEqual([])
  expect(take('` ')).toEqual(['[1] = b`'])
})

test('what waits at an open backtick or dollar is no more than a sentence', () => {
  const reader = new CitationReader()
  const pieces = reader.take(`An open \` tick [9] ${'and so on '.repeat(20)}`)
  expect(pieces.map(({ kind }) => kind)).toEqual(['text', 'citation', 'text'])
})

test('brackets that a text breaks off in are no citation', () => {
  expect(readIn(['It opens at nine [1']).at(-1)).toEqual({
    ...{ kind: 'broken', text: '[1', space: ' ', numbers: [] },
  })
  expect(readIn(['It opens [']).at(-1)).toEqual({ kind: 'text', text: 'It opens [' })
  expect(readIn(['```\na[1']).at(-1)).toEqual({ kind: 'text', text: '```\na[1' })
})

test('a long text is read in a time that grows as it does', () => {
  for (const part of [
    '`',
    '[',
    '[1',
    '`a',
    '```\n',
    '\\',
    '[1,',
    '$a ',
    '\\(',
    ' ',
    '\n- ',
    '`[0]',
    '[1](',
    '> ',
  ])
    expect(readCitations(part.repeat(20_000 / part.length))).toEqual([])
  for (const part of ['`a[1]`', '$[1]$', '` [1]\n\n', '$a [1]'])
    expect(readCitations(part.repeat(20_000 / part.length)).length).toBeLessThanOrEqual(20_000)
})
