import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { countAsMeasured, type LoreCase, loreCases } from '../../../../test/lorebook-cases.ts'
import { chooseLore } from './choose-lore.ts'
import { rollOf } from './scan-means.ts'

const measuredSchema = z.object({
  measuredWith: z.string(),
  expected: z.record(
    z.string(),
    z.object({ before: z.string(), after: z.string(), entered: z.array(z.int()) }),
  ),
})
const measuredFile = new URL('../../../../test/lorebook-expected.json', import.meta.url)
const { expected } = measuredSchema.parse(JSON.parse(readFileSync(measuredFile, 'utf8')))

const choose = ({ said, book }: Pick<LoreCase, 'said' | 'book'>, windowTokens = 8_000) =>
  chooseLore(
    { lorebook: book, messages: said, names: { char: 'Nova', user: 'Ada' }, windowTokens },
    { countTokens: countAsMeasured, roll: () => 50, matches: (expression, text) => expression.test(text) },
  )

test('every case is measured, and no case is measured twice', () => {
  expect(Object.keys(expected).sort()).toEqual(loreCases.map(({ name }) => name).sort())
})

test.each(loreCases)('as SillyTavern chooses: $name', (each) => {
  const { before, after, considered } = choose(each)
  const entered = considered.flatMap(({ index, outcome }) => (outcome === 'entered' ? [index] : []))
  expect({
    before: before.join('\n'),
    after: after.join('\n'),
    entered: entered.sort((one, other) => one - other),
  }).toEqual(expected[each.name])
})

const entry = (keys: string[], content: string, more: object = {}) => ({
  ...{ keys, content, enabled: true, insertion_order: 1, ...more },
})

test('without a budget of its own, a book may take a quarter of the window', () => {
  expect(choose({ said: ['x'], book: { entries: [entry(['x'], 'y')] } }, 4_000).budget).toBe(1_000)
})

test('where entries have a priority, the lowest is left out first', () => {
  const book = {
    token_budget: 8,
    entries: [
      entry(['x'], 'a'.repeat(15), { insertion_order: 9, priority: 1 }),
      entry(['x'], 'b'.repeat(15), { insertion_order: 1, priority: 5 }),
    ],
  }
  expect(choose({ said: ['x'], book }).after).toEqual(['b'.repeat(15)])
})

test('an entry says by what it entered: its key and the message, or that it always does', () => {
  const book = {
    recursive_scanning: true,
    entries: [
      entry(['old'], 'of fire', { name: 'Old' }),
      entry(['fire'], 'hot'),
      entry([], 'here', { constant: true }),
      entry(['new'], 'not', { extensions: { probability: 49 } }),
    ],
  }
  const { considered } = choose({ said: ['new', 'old'], book })
  expect(considered.map(({ index, name, reason, outcome }) => ({ index, name, reason, outcome }))).toEqual([
    { index: 0, name: 'Old', reason: { kind: 'key', key: 'old', message: 1 }, outcome: 'entered' },
    { index: 2, name: 'Entry 3', reason: { kind: 'constant' }, outcome: 'entered' },
    { index: 3, name: 'new', reason: { kind: 'key', key: 'new', message: 0 }, outcome: 'not_rolled' },
    { index: 1, name: 'fire', reason: { kind: 'key', key: 'fire', message: null }, outcome: 'entered' },
  ])
})

test('names stand in keys and texts', () => {
  const book = { entries: [entry(['{{user}}'], '{{char}} knows <USER>')] }
  expect(choose({ said: ['I am Ada'], book }).after).toEqual(['Nova knows Ada'])
})

test("the card's own field for case counts if no extension does", () => {
  const book = { entries: [entry(['Dragon'], 'x', { case_sensitive: true })] }
  expect(choose({ said: ['dragon'], book }).after).toEqual([])
})

test('entries that bring each other in end', () => {
  const book = { recursive_scanning: true, entries: [entry(['a'], 'b'), entry(['b'], 'a')] }
  expect(choose({ said: ['a'], book }).after).toEqual(['a', 'b'])
})

test('rolls follow from their seed and are spread over the whole range', () => {
  const rolls = Array.from({ length: 1_000 }, (_, index) => rollOf('seed', index))
  expect(rolls).toEqual(Array.from({ length: 1_000 }, (_, index) => rollOf('seed', index)))
  expect(rolls.filter((roll) => roll < 50).length).toBeGreaterThan(400)
  expect(rolls.filter((roll) => roll >= 50).length).toBeGreaterThan(400)
})
