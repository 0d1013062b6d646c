import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestWallet } from '../../../../test/wallet.ts'
import { encodeBase58 } from '../../../shared/session/base58.ts'
import { isSignedBy, readAddress } from './ed25519.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

test('a published signature (RFC 8032, test 2) is good, and good for its own message alone', () => {
  const key = hex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
  const signature = hex(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  )
  expect(isSignedBy(key, hex('72'), signature)).toBe(true)
  expect(isSignedBy(key, hex('73'), signature)).toBe(false)
})

test.each([0, 31, 32, 63, 65, 128])('a signature of %i bytes is none', (length) => {
  const wallet = createTestWallet()
  const signature = Buffer.concat([wallet.sign(hex('01')), Buffer.alloc(64)]).subarray(0, length)
  expect(isSignedBy(wallet.publicKey, hex('01'), signature)).toBe(false)
})

test('a second spelling of a good signature (its scalar plus the order of the group) is refused', () => {
  const wallet = createTestWallet()
  const signature = Buffer.from(wallet.sign(hex('01')))
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order
  const second = hex(scalar.toString(16).padStart(64, '0')).reverse()
  expect(isSignedBy(wallet.publicKey, hex('01'), Buffer.concat([signature.subarray(0, 32), second]))).toBe(
    false,
  )
})

test("every wallet's own address is read back as its key", () => {
  const wallet = createTestWallet()
  expect(readAddress(wallet.address)).toEqual(Uint8Array.from(wallet.publicKey))
})

test.each([
  ['of order 1', '0100000000000000000000000000000000000000000000000000000000000000'],
  ['of order 2', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['of order 4, all zeros', '0000000000000000000000000000000000000000000000000000000000000000'],
  ['of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['of order 8, its negative', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
  ['zero, spelled as the prime', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['one, spelled as the prime and one', 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['the last spelling beyond the prime', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
])('a key that anybody can sign for is no address: %s, with either sign', (_, key) => {
  const bytes = hex(key)
  expect(readAddress(encodeBase58(bytes))).toBeNull()
  bytes.writeUInt8(bytes.readUInt8(31) | 0x80, 31)
  expect(readAddress(encodeBase58(bytes))).toBeNull()
})

test('a text that is not base58 of 32 bytes is no address', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      fc.pre(bytes.length !== 32)
      expect(readAddress(encodeBase58(bytes))).toBeNull()
    }),
  )
  expect(readAddress('0OIl'.repeat(10))).toBeNull()
})
