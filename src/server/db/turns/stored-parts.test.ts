import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixedParts } from '../../../../test/mixed-parts.ts'
import { toolPart } from '../../../../test/tool-part.ts'
import { partsOf, withParts } from '../../../shared/chat/parts.ts'
import { placedCalls } from '../../../shared/chat/told-calls.ts'
import { fromStored, partsBeside, toStored } from './stored-parts.ts'

test('parts are read as they were stored, and a reply of text alone takes one column', () => {
  fc.assert(
    fc.property(mixedParts, (parts) => {
      const reply = withParts({ content: '' }, parts)
      const stored = toStored(reply)
      expect(partsOf(fromStored(stored))).toEqual(parts)
      expect(stored.content).toBe(reply.content)
    }),
  )
  expect(toStored({ content: 'Hello.' })).toEqual({
    content: 'Hello.',
    reasoning: '',
    parts: null,
  })
  expect(fromStored({ content: '', reasoning: '', parts: null })).toEqual({ content: '' })
})

test('calls that were told with their places in a text are stored where they stood in it', () => {
  const piece = fc.oneof(fc.string({ minLength: 1 }), fc.constant(null))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      let id = 0
      const said = pieces.map((text) =>
        text === null
          ? toolPart({ state: 'allowed' }, { id: ++id, revision: id, modelCall: `call ${id}` })
          : { kind: 'text' as const, text },
      )
      const { content } = withParts({ content: '' }, said)
      const ownCalls = placedCalls(said)
      const again = partsOf(fromStored({ content, reasoning: '', parts: partsBeside({ ownCalls }) }))
      expect(placedCalls(again)).toEqual(ownCalls)
      expect(withParts({ content: '' }, again).content).toBe(content)
    }),
  )
})
