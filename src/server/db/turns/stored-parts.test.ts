import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mixedParts } from '../../../../test/mixed-parts.ts'
import { partsOf, withParts } from '../../../shared/chat/parts.ts'
import { fromStored, toStored } from './stored-parts.ts'

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
