import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ThinkingFilter } from './thinking-filter.ts'

/** All that is shown of a text that comes cut at these places. */
function shown(
  text: string,
  cuts: readonly number[] = [],
  unopened?: 'unknown' | 'yes' | 'no',
  whole = true,
) {
  const filter = new ThinkingFilter(unopened)
  const edges = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  const pieces = edges.slice(1).map((edge, index) => text.slice(edges[index], edge))
  return pieces.map((piece) => filter.take(piece)).join('') + filter.rest(whole)
}

const long = 'The light of the sky is blue because air scatters it. '.repeat(60)

/** What a model says, and what is shown of it; `unopened` where something is known of the model. */
const table: readonly [string, string, ('unknown' | 'yes' | 'no')?][] = [
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
  ['secret</think>\n\nHello.', 'Hello.'],
  ['Okay, the user says hi.\n</THINK>\n\nHello.', 'Hello.'],
  ['\n</think>\n\nHello.', 'Hello.'],
  [`Okay, ${long}</think>Hello.`, 'Hello.'],
  [`Okay, ${long}`, `Okay, ${long}`],
  [`${long}</think>Hello.`, 'Hello.', 'yes'],
  [`${long}</think>Hello.`, `${long}Hello.`, 'no'],
  [long, long, 'yes'],
  ['secret </think> more </think> Hello.', 'more  Hello.'],
  ['```html\n<think>text</think>\n```\nHello.', '```html\n<think>text</think>\n```\nHello.'],
  ['Models write `<think>` and `</think>`.', 'Models write `<think>` and `</think>`.'],
  ['So:\n\n    </think>\n\nis code.', 'So:\n\n    </think>\n\nis code.'],
  ['~~~\n```\n</think>\n~~~\nHello.', '~~~\n```\n</think>\n~~~\nHello.'],
  ['Hello <think>secret</think>there.', 'Hello there.', 'no'],
  ['Hello <think>secret</think>there.', 'Hello there.'],
  ['Hello <think>there.', 'Hello <think>there.'],
  [`Hello <think>${long.repeat(8)}</think>`, `Hello <think>${long.repeat(8)}`, 'no'],
  ['So <think> it is `</think>`.', 'So `.', 'no'],
  ['<b>Hello</b> </thin', '<b>Hello</b> </thin'],
  ['<', '<'],
  ['<thin', '<thin'],
  ['<think about it', '<think about it'],
  ['a < b </', 'a < b </'],
]

test.each(table)('of %j is shown %j', (...[text, words, unopened]) => {
  expect(shown(text, [], unopened)).toBe(words)
})

test('wherever the pieces are cut, the same is shown', () => {
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
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  const text = fc.oneof(
    fc.constantFrom(...table.map(([one]) => one)),
    fc.array(part, { maxLength: 14 }).map((parts) => parts.join('')),
  )
  const knowledge = fc.constantFrom('unknown', 'yes', 'no')
  fc.assert(
    fc.property(
      text,
      fc.array(fc.nat(), { maxLength: 30 }),
      knowledge,
      fc.boolean(),
      (one, cuts, unopened, whole) => {
        expect(shown(one, cuts, unopened, whole)).toBe(shown(one, [], unopened, whole))
      },
    ),
    { numRuns: 500 },
  )
})

test('a text without a mark is shown whole, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.nat()), (text, cuts) => {
      fc.pre(!/<|\[|◁/.test(text))
      expect(shown(text, cuts)).toBe(text)
    }),
  )
})

test('a model that thinks unmarked and was cut had only thought', () => {
  expect(shown('The light', [], 'yes', false)).toBe('')
  expect(shown('The light', [], 'unknown', false)).toBe('The light')
})

test('words of an unknown model wait until they are hurried, and then no more', () => {
  const filter = new ThinkingFilter('unknown')
  expect(filter.take('Hello ')).toBe('')
  expect(filter.isWaiting).toBe(true)
  expect(filter.hurry()).toBe('Hello ')
  expect(filter.take('there')).toBe('there')
  const thinker = new ThinkingFilter('unknown')
  thinker.take('Okay, the user greets me.')
  expect(thinker.hurry()).toBe('')
  expect(thinker.isWaiting).toBe(false)
  expect(thinker.take('</think>Hello')).toBe('Hello')
  expect(thinker.sawUnopened).toBe(true)
})

test('a model whose thoughts come beside its words has its words passed on at once', () => {
  const filter = new ThinkingFilter('yes')
  expect(filter.take('Okay, ')).toBe('')
  expect(filter.thinksBeside()).toBe('Okay, ')
  expect(filter.take('here it is')).toBe('here it is')
})

test('a long answer full of marks is looked through in one pass', () => {
  const text = `${'`</think>'.repeat(20_000)}`
  expect(shown(text, [], 'no').length).toBeGreaterThan(0)
})
