import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../../../test/property-tests.ts'
import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import { pickFacts } from './pick-facts.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
const pick = (
  facts: readonly { number: number; text: string; updatedAt: Date }[],
  question: string,
  most?: number,
) => pickFacts(facts, { facts: facts.map(({ text }) => wordsOf(text)), question: wordsOf(question) }, most)

const word = fc.constantFrom('lamp', 'boat', 'river', 'tea', 'cello', 'Ghent', 'x'.repeat(90))
const memory = fc
  .array(
    fc.record({
      text: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      day: fc.integer({ min: 1, max: 28 }),
      order: fc.double({ noNaN: true }),
    }),
    { maxLength: 60 },
  )
  .map((facts) =>
    facts
      .map(({ text, day, order }, index) => ({ number: index + 1, text, updatedAt: at(day), order }))
      .toSorted((one, other) => one.order - other.order),
  )
const question = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
const lengthOf = (facts: readonly { text: string }[]) => facts.reduce((sum, { text }) => sum + text.length, 0)

test('all is told while it fits, otherwise no more than fits, by number, and no room is left for another', () => {
  fc.assert(
    fc.property(memory, question, (facts, asked) => {
      const picked = pick(facts, asked)
      const left = facts.filter((fact) => !picked.includes(fact))
      expect(lengthOf(picked)).toBeLessThanOrEqual(memoryLimits.told)
      expect(picked.map(({ number }) => number)).toEqual(
        picked.map(({ number }) => number).toSorted((one, other) => one - other),
      )
      expect(new Set(picked).size).toBe(picked.length)
      if (lengthOf(facts) <= memoryLimits.told) expect(left).toEqual([])
      const room = memoryLimits.told - lengthOf(picked)
      for (const { text } of left) expect(text.length).toBeGreaterThan(room)
    }),
  )
})

test('the same is told whatever order the facts come in', () => {
  fc.assert(
    fc.property(memory, question, (facts, asked) => {
      expect(pick(facts.toReversed(), asked)).toEqual(pick(facts, asked))
    }),
  )
})

test('what the question finds comes before what is newer, and the newest fill up what is left', () => {
  const facts = ['My cello is from Cremona.', 'I row.', 'I swim.', 'I ski.'].map((text, index) => ({
    ...{ number: index + 1, text, updatedAt: at(index + 1) },
  }))
  const texts = (asked: string, most: number) => pick(facts, asked, most).map(({ text }) => text)
  expect(texts('Where is my cello from?', 31)).toEqual(['My cello is from Cremona.', 'I ski.'])
  expect(texts('What now?', 14)).toEqual(['I swim.', 'I ski.'])
  const [first] = facts
  const changed = [{ ...first, number: 1, text: 'I dive.', updatedAt: at(9) }, ...facts.slice(1)]
  expect(pick(changed, '', 7).map(({ text }) => text)).toEqual(['I dive.'])
})
