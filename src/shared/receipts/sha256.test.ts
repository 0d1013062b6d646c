import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64, toBase64, utf8 } from './bytes.ts'
import { sha256 } from './sha256.ts'

test('hashes are those of OpenSSL, at every length around a block and for any bytes', () => {
  const same = (bytes: Uint8Array) => {
    expect(Buffer.from(sha256(bytes))).toEqual(createHash('sha256').update(bytes).digest())
  }
  for (let length = 0; length < 200; length++) same(new Uint8Array(length).fill(length))
  fc.assert(fc.property(fc.uint8Array({ maxLength: 5_000 }), same))
})

test('texts become the bytes that they have everywhere, half surrogates included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(Buffer.from(utf8(text))).toEqual(Buffer.from(text))
    }),
  )
  expect(Buffer.from(utf8('a\ud800b'))).toEqual(Buffer.from('a\ufffdb'))
})

test('base64 has one way to write bytes, and no other is read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = toBase64(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(text)).toEqual(bytes)
    }),
  )
  // Bits beyond the last byte, letters of the other alphabet, too little and too much padding.
  for (const odd of ['AB==', 'QR==', '-_==', 'QQ', 'QQ=', 'QQ===', ' QQ==', 'QQ==\n', '='])
    expect(fromBase64(odd), odd).toBeNull()
})
