import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, digestOf } from './digests.ts'

test('the order of keys and white space make no difference, and everything else does', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: 1e21 })).toBe(
    '{"a":1e+21,"b":[1,{"c":"é","d":null}]}',
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(JSON.parse(JSON.stringify(value, null, 3)))).toBe(text)
    }),
  )
  expect(digestOf({ a: 1 })).not.toBe(digestOf({ a: '1' }))
})

test('keys stand in the order of UTF-16 units, as the standard wants', () => {
  // From RFC 8785, 3.2.3.
  const given = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 }
  expect(Object.keys(JSON.parse(canonicalJson(given)))).toHaveLength(7)
  expect(canonicalJson(given)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
})
