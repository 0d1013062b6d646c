import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import '../../../../test/property-tests.ts'
import { sql } from 'drizzle-orm'
import { testDatabase } from '../../../../test/database.ts'
import { rows } from '../../db/rows.ts'
import { SAME, SimilarTexts, similarity, trigramsOf } from './similar-facts.ts'

const { db } = await testDatabase()
const similarityOf = (one: string, other: string) => similarity(trigramsOf(one), trigramsOf(other))

test('two texts are as similar as pg_trgm says', async () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdeE019'), maxLength: 8 })
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
  const pairs = fc.sample(fc.tuple(text, text), { numRuns: 300, seed: 1 })
  const near = fc.sample(fc.tuple(text, word), { numRuns: 300, seed: 2 })
  const all = [...pairs, ...near.map(([one, more]) => [one, `${one}, ${more}!`] as const)]
  const found = await rows(
    db,
    z.object({ similarity: z.number() }),
    sql`
    select similarity(one, other)::float8 as similarity
    from unnest(${sql.param(all.map(([one]) => one))}::text[], ${sql.param(all.map(([, other]) => other))}::text[])
      with ordinality pairs (one, other, place) order by place`,
  )
  expect(found).toHaveLength(all.length)
  for (const [index, [one, other]] of all.entries())
    expect(similarityOf(one, other), `${one} | ${other}`).toBeCloseTo(found[index]?.similarity ?? -1, 5)
})

test('case, width, spaces and marks between words make no difference; a change of what is said does', () => {
  const known = { text: 'Ｍｙ favourite colour is BLUE.' }
  const texts = new SimilarTexts([{ text: 'I have a dog.' }, known])
  expect(texts.find('my   favourite colour is blue')).toBe(known)
  expect(texts.find('My favourite colour is green.')).toBeUndefined()
  expect(texts.find('I have a dog and a cat.')).toBeUndefined()
  expect(new SimilarTexts([{ text: '🎻' }]).find('🎹')).toBeUndefined()
  expect(new SimilarTexts([{ text: '🎻' }]).find('🎻')).toEqual({ text: '🎻' })
})

test('the most similar one is found, and it is one that says the same', () => {
  const word = fc.constantFrom('lamp', 'lamps', 'light', 'night', 'nights', 'boat', 'Boat', 'at', 'home')
  const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), text, (known, wanted) => {
      const found = new SimilarTexts(known.map((text) => ({ text }))).find(wanted)
      const most = Math.max(0, ...known.map((text) => similarityOf(text, wanted)))
      expect(found === undefined ? 0 : similarityOf(found.text, wanted)).toBe(most >= SAME ? most : 0)
    }),
  )
})
