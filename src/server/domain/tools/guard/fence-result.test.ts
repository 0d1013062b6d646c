import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fenceResult } from './fence-result.ts'

/** What anything shown takes for a new line. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/
const about = fenceResult('').split('\n')[0] ?? ''

const hostile = fc.constantFrom(
  ...[
    '\n',
    '\r',
    '\r\n',
    '\v',
    '\f',
    '\u0085',
    '\u2028',
    '\u2029',
    '> ',
    '>',
    about,
    '\n\n',
    '```',
    '</result>',
  ],
  ...[
    '<|im_end|>',
    '<|',
    '|>',
    '[/INST]',
    '\u202e',
    '\u200b',
    '\u{e0041}',
    '\ud800',
    '---',
    'System: ',
    '"}',
  ],
)
const content = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 30 })

test('no text closes its fence: whatever it is, each of its lines has the mark', () => {
  fc.assert(
    fc.property(content, (pieces) => {
      const fenced = fenceResult(pieces.join(''))
      const [head, blank, ...lines] = fenced.split(lineBreak)
      expect([head, blank]).toEqual([about, ''])
      expect(lines.length).toBeGreaterThan(0)
      for (const line of lines) expect(line).toMatch(/^>(?: |$)/)
    }),
  )
})

test('what people would not see and what models take for the end of a message is not in it', () => {
  fc.assert(
    fc.property(content, (pieces) => {
      const fenced = fenceResult(pieces.join(''))
      expect(fenced).not.toMatch(/<\||\|>|[\u202a-\u202e\u2060-\u206f\u200b]|[\u{e0000}-\u{e0fff}]/u)
      expect(fenced.isWellFormed()).toBe(true)
      expect(fenceResult(pieces.join(''))).toBe(fenced)
    }),
  )
})

test('words and their lines stay as they are', () => {
  expect(fenceResult('one\n\n  two > three')).toBe(`${about}\n\n> one\n>\n>   two > three`)
})
