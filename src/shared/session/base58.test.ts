import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58, isSolanaAddress } from './base58.ts'

const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex')

// The published test vectors of the base58 draft and of Bitcoin.
test.each([
  ['', ''],
  ['61', '2g'],
  ['626262', 'a3gV'],
  ['636363', 'aPEr'],
  ['73696d706c792061206c6f6e6720737472696e67', '2cFupjhnEsSn59qHXstmK2ffpLv2'],
  ['00eb15231dfceb60925886b67d065299925915aeb172c06647', '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L'],
  ['516b6fcd0f', 'ABnLTmg'],
  ['572e4794', '3EFU7m'],
  ['10c8511e', 'Rt5zm'],
  ['00000000000000000000', '1111111111'],
  ['0000287fb4cd', '11233QC4'],
])('%s is %s in base58, both ways', (bytes, text) => {
  expect(encodeBase58(Buffer.from(bytes, 'hex'))).toBe(text)
  expect(hex(decodeBase58(text))).toBe(bytes)
})

test('any bytes come back, leading zeros included', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.uint8Array({ maxLength: 80 }), (zeros, tail) => {
      const bytes = Uint8Array.from([...new Array<number>(zeros).fill(0), ...tail])
      expect(hex(decodeBase58(encodeBase58(bytes)))).toBe(hex(bytes))
    }),
  )
})

test.each(['0', 'O', 'I', 'l', ' 2g', '2g\n', 'é', '𝟙', '2g='])('%j is not base58', (text) => {
  expect(decodeBase58(text)).toBeNull()
})

test('a text beyond 256 characters is refused before any work is done', () => {
  expect(decodeBase58('z'.repeat(257))).toBeNull()
  expect(decodeBase58('z'.repeat(256))).not.toBeNull()
})

test('only base58 of exactly 32 bytes is an address', () => {
  expect(isSolanaAddress('11111111111111111111111111111111')).toBe(true)
  expect(isSolanaAddress('So11111111111111111111111111111111111111112')).toBe(true)
  expect(isSolanaAddress(encodeBase58(new Uint8Array(32).fill(255)))).toBe(true)
  for (const length of [0, 31, 33, 64])
    expect(isSolanaAddress(encodeBase58(new Uint8Array(length).fill(7)))).toBe(false)
  expect(isSolanaAddress('1111111111111111111111111111111')).toBe(false)
  expect(isSolanaAddress('111111111111111111111111111111111')).toBe(false)
  // 44 characters can encode more than 32 bytes.
  expect(isSolanaAddress('z'.repeat(44))).toBe(false)
})
