import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { schemaFaults } from '../../../../test/tool-schemas.ts'

const key = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .filter((name) => name !== '__proto__')
const schema = fc.letrec<{ any: object }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean'), description: fc.string() }),
    fc.record({ enum: fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 4 }) }),
    fc.record({ type: fc.constant('array'), items: tie('any') }),
    fc.record({ type: fc.constant('object'), properties: fc.dictionary(key, tie('any'), { maxKeys: 4 }) }),
  ),
})).any

test('in every dialect a model is offered the schema of a tool, and the tool receives what the model wrote', () => {
  fc.assert(
    fc.property(
      fc.record({
        name: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
        description: fc.string({ unit: 'grapheme' }),
        parameters: fc.record({ properties: fc.dictionary(key, schema, { maxKeys: 5 }) }),
        arguments: fc.dictionary(key, fc.jsonValue(), { maxKeys: 5 }),
      }),
      fc.integer({ min: 1, max: 400 }),
      (one, pieceBytes) => {
        expect(schemaFaults(one, pieceBytes)).toEqual([])
      },
    ),
    { numRuns: 150 },
  )
})
