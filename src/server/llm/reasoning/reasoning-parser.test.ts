import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { type Piece, ReasoningParser } from './reasoning-parser.ts'

const textOf = (pieces: readonly Piece[], type: Piece['type']) =>
  pieces.map((piece) => (piece.type === type ? piece.text : '')).join('')

/** Parses a text that is split at these positions. */
function parse(text: string, cuts: readonly number[] = [], closesUnopened = false, whole = true) {
  const parser = new ReasoningParser(closesUnopened)
  const edges = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  const pieces = edges.slice(1).map((edge, index) => text.slice(edges[index], edge))
  const found = [...pieces.flatMap((piece) => parser.take(piece)), ...parser.rest(whole)]
  return { words: textOf(found, 'words'), reasoning: textOf(found, 'reasoning') }
}

/** The words that result from parsing. */
const shown = (...given: Parameters<typeof parse>) => parse(...given).words

const long = 'The light of the sky is blue because air scatters it. '.repeat(60)

/** The model's text, the text that is shown, and whether the model is known to close reasoning that it never opened. */
const table: readonly [string, string, boolean?][] = [
  ['Hello.', 'Hello.'],
  ['', ''],
  [' \n', ' \n'],
  ['<think>secret</think>Hello.', 'Hello.'],
  ['<think>\nsecret\n</think>\n\nHello.\n', 'Hello.\n'],
  ['\ufeff \n<THINK>secret</Think> Hello.', 'Hello.'],
  ['<thinking>secret</thinking>\nHello.', 'Hello.'],
  ['<thinking>a <think>b</think> c</thinking>Hello.', 'Hello.'],
  ['<thought>secret</thought>Hello.', 'Hello.'],
  ['[THINK]secret[/THINK]Hello.', 'Hello.'],
  ['◁think▷secret◁/think▷Hello.', 'Hello.'],
  ['<think></think>\n\n<think>secret</think>\n\nHello.', 'Hello.'],
  ['<think>secret `</think>` Hello.', '` Hello.'],
  ['<think>only a thought</think>', ''],
  ['<think>never closed, and ```code```', ''],
  ['<think>', ''],
  ['<think>secret</think>Hello.', 'Hello.', true],
  ['secret</think>\n\nHello.', 'Hello.', true],
  ['secret</think>\n\nHello.', 'secret\n\nHello.'],
  ['secret\n</THINK>\n\nHello.', 'Hello.', true],
  ['\n</think>\n\nHello.', 'Hello.'],
  [`${long}</think>Hello.`, 'Hello.', true],
  [`${long}</think>Hello.`, `${long}Hello.`],
  [long, long, true],
  ['secret </think> more </think> Hello.', 'more  Hello.', true],
  ['secret <think>secret</think>Hello.', 'Hello.', true],
  ['```html\n<think>text</think>\n```\nHello.', '```html\n<think>text</think>\n```\nHello.'],
  ['Models write `<think>` and `</think>`.', 'Models write `<think>` and `</think>`.'],
  ['So:\n\n    </think>\n\nis code.', 'So:\n\n    </think>\n\nis code.'],
  ['~~~\n```\n</think>\n~~~\nHello.', '~~~\n```\n</think>\n~~~\nHello.'],
  ['Hello <think>secret</think>there.', 'Hello there.'],
  ['Hello <think>there.', 'Hello <think>there.'],
  [`Hello <think>${long.repeat(8)}</think>`, `Hello <think>${long.repeat(8)}`],
  ['So <think> it is `</think>`.', 'So `.'],
  ['<b>Hello</b> </thin', '<b>Hello</b> </thin'],
  ['<', '<'],
  ['<thin', '<thin'],
  ['<think about it', '<think about it'],
  ['a < b </', 'a < b </'],
]

test.each(table)('of %j is shown %j', (...[text, words, closesUnopened]) => {
  expect(shown(text, [], closesUnopened)).toBe(words)
})

test('wherever the pieces are cut, the words and the thoughts are the same', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...[
        '<think>',
        '</think>',
        '<THINKING>',
        '</thinking>',
        '[THINK]',
        '[/THINK]',
        '`',
        '```',
        '\n',
        '\n\n',
      ],
      ...['Okay, ', 'secret', 'Hello ', '<', '</', 'think>', '    ', 'İ', '👩‍🚀', long],
    ),
    fc.string({ unit: anyCharacter, maxLength: 5 }),
  )
  const text = fc.oneof(
    fc.constantFrom(...table.map(([one]) => one)),
    fc.array(part, { maxLength: 14 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(
      text,
      fc.array(fc.nat(), { maxLength: 30 }),
      fc.boolean(),
      fc.boolean(),
      (one, cuts, closesUnopened, whole) => {
        expect(parse(one, cuts, closesUnopened, whole)).toEqual(parse(one, [], closesUnopened, whole))
      },
    ),
    // An invisible character that is cut in half is not yet a word.
    { numRuns: 500, examples: [['\u{e0000}<think>', [649428661], false, false]] },
  )
})

test('a text without a mark is shown whole, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      fc.array(fc.nat()),
      fc.boolean(),
      (text, cuts, closesUnopened) => {
        fc.pre(!/<|\[|◁/.test(text))
        expect(parse(text, cuts, closesUnopened)).toEqual({ words: text, reasoning: '' })
      },
    ),
  )
})

test('a model that thinks unmarked and was cut had only thought', () => {
  expect(shown('The light', [], true, false)).toBe('')
  expect(shown('The light', [], false, false)).toBe('The light')
})

test('a model whose thoughts come beside its words has its words passed on at once', () => {
  const parser = new ReasoningParser(true)
  expect(parser.take('Okay, ')).toEqual([])
  expect(parser.thinksBeside()).toEqual([{ type: 'words', text: 'Okay, ' }])
  expect(parser.take('here it is')).toEqual([{ type: 'words', text: 'here it is' }])
})

test.each<[string, string, boolean?, boolean?]>([
  ['<think>secret</think>Hello.', 'secret'],
  ['<think>\nsecret\n</think>\n\n<think>more</think>Hello.', '\nsecret\n\n\nmore'],
  ['<think>never closed, and ```code```', 'never closed, and ```code```'],
  ['<think>never closed, </thi', 'never closed, </thi'],
  ['secret</think>Hello.', 'secret', true],
  ['<think>secret</think>Hello.', 'secret', true],
  ['secret</think>Hello.', ''],
  ['The light', 'The light', true, false],
  ['Hello <think>secret</think>there.', 'secret'],
  ['Hello <think>there.', ''],
  ['Hello <think>there.', 'there.', false, false],
  ['Models write `<think>` and `</think>`.', ''],
])('of %j the thought is %j', (...[text, reasoning, closesUnopened, whole]) => {
  expect(parse(text, [], closesUnopened, whole).reasoning).toBe(reasoning)
})

test('a thought is handed on as it comes, but for what may become its end', () => {
  const parser = new ReasoningParser(false)
  expect(parser.take('<think>')).toEqual([])
  expect(parser.take('Let me see')).toEqual([{ type: 'reasoning', text: 'Let me see' }])
  expect(parser.take(': </th')).toEqual([{ type: 'reasoning', text: ': ' }])
  expect(parser.take('ink>Hello')).toEqual([{ type: 'words', text: 'Hello' }])
})

test('a long answer full of marks is looked through in one pass', () => {
  const text = `${'`</think>'.repeat(20_000)}`
  expect(shown(text).length).toBeGreaterThan(0)
})
