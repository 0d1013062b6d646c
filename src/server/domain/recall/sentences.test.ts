import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/any-character.ts'
import { weightsOf } from './score.ts'
import { chooseSentences, cutSentences } from './sentences.ts'
import { questionTerms, recallWords } from './words.ts'

const weights = weightsOf(questionTerms('bees in the garden'), [])

const said = fc
  .array(fc.oneof(fc.constantFrom('Bees. ', 'A garden? ', 'soup\n', '蜂。'), anyCharacter), {
    maxLength: 80,
  })
  .map((parts) => parts.join(''))

test('of any messages, sentences are given as they are, in their order, and never more than was asked for', () => {
  fc.assert(
    fc.property(fc.array(said, { maxLength: 6 }), fc.integer({ min: 0, max: 200 }), (texts, limit) => {
      const candidates = texts.map((content, number) => ({
        number,
        role: 'user' as const,
        content,
        score: 1,
      }))
      const chosen = chooseSentences(candidates, weights, limit)
      expect([...chosen.values()].join('').length).toBeLessThanOrEqual(limit)
      for (const [number, text] of chosen) {
        let from = 0
        for (const piece of text.split(' … ')) {
          const at = (texts[number] ?? '').indexOf(piece, from)
          expect(at).toBeGreaterThanOrEqual(from)
          from = at + piece.length
        }
      }
    }),
  )
})

test('a text without ends of sentences is cut, and no character of it', () => {
  const text = `${'a long row '.repeat(100)}${'🐝'.repeat(600)}`
  const ranges = cutSentences(text)
  expect(ranges.length).toBeGreaterThan(3)
  for (const { from, to } of ranges) {
    expect(to - from).toBeLessThanOrEqual(500)
    expect(text.slice(from, to).isWellFormed()).toBe(true)
  }
})

test('what the person said comes before what the agent said as well, and is said once', () => {
  const content = 'Bees live in the garden.'
  const candidates = (['assistant', 'user'] as const).map((role, number) => ({
    role,
    number,
    content,
    score: 1,
  }))
  expect([...chooseSentences(candidates, weights, 1_000).keys()]).toEqual([1])
})

test.each([
  ['Crème brûlée, STUDIES of running!', ['crem', 'brule', 'studi', 'of', 'run']],
  ['35 m² and 10000000000', ['35', 'm2', 'and', '10000000000']],
  ['Don’t', ['don', 't']],
])('the words of %s', (text, words) => {
  expect(recallWords(text)).toEqual(words)
})

test('words are the same with and without characters that take the long way', () => {
  const text = 'We had been running to cities, and boxes were carried — “slowly”.'
  expect(recallWords(`${text} ½`).slice(0, recallWords(text).length)).toEqual(recallWords(text))
})
