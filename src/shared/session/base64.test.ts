import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

test('every bytes come back from their base64, as Node writes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeBase64(Buffer.from(bytes).toString('base64'))).toEqual(Uint8Array.from(bytes))
    }),
  )
})

test('a text is decoded if and only if it is what Node writes for its bytes', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'ABQRg+/=-_ \n9'),
    maxLength: 9,
  })
  fc.assert(
    fc.property(text, (some) => {
      const isCanonical = Buffer.from(some, 'base64').toString('base64') === some
      expect(decodeBase64(some) !== null).toBe(isCanonical)
    }),
    { numRuns: 3_000 },
  )
})
