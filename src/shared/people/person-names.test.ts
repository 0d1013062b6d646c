import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { personNameProblem, skeletonOf } from './person-names.ts'

test.each([
  ['ada', null],
  ['ada_lovelace_1815', null],
  ['a1', 'A name has at least 3 characters.'],
  ['a__', 'A name has at least 3 letters or digits.'],
  ['a'.repeat(21), 'A name can have at most 20 characters.'],
  ['Ada', 'A name is made of a to z, 0 to 9 and _.'],
  ['ädä', 'A name is made of a to z, 0 to 9 and _.'],
  ['ada b', 'A name is made of a to z, 0 to 9 and _.'],
  ['admin', 'This name is reserved.'],
  ['adm_in', 'This name is reserved.'],
  ['bi0nic', 'This name is reserved.'],
  ['s0_1ana', 'This name is reserved.'],
])('%s as a name: %s', (name, problem) => {
  expect(personNameProblem(name)).toBe(problem)
})

test('names that differ in what is overlooked alone have one skeleton, and no name has the skeleton of what can be told from it', () => {
  const character = fc.constantFrom(...'abo0l1_x')
  fc.assert(
    fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
      const name = characters.join('')
      const alike = characters.map((one) => ({ o: '0', '0': 'o', l: '1', '1': 'l', _: '' })[one] ?? one)
      expect(skeletonOf(alike.join(''))).toBe(skeletonOf(name))
      if (characters.includes('x')) expect(skeletonOf(name)).toContain('x')
    }),
  )
})
