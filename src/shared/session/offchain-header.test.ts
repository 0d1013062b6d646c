import { expect, test } from 'vitest'
import { createTestWallet, type SigningForm, withHeader } from '../../../test/wallet.ts'
import { stripOffchainHeader } from './offchain-header.ts'

const signer = createTestWallet().publicKey
const text = Buffer.from('a text, ünïcode, 👾')
const headed: SigningForm[] = ['short-header', 'version-0', 'version-1']

test('bytes without a header are left alone', () => {
  expect(stripOffchainHeader(text, signer)).toBe(text)
  expect(stripOffchainHeader(new Uint8Array(), signer)).toEqual(new Uint8Array())
})

test.each(headed)('the header goes and the text stays: %s', (form) => {
  expect(Buffer.from(stripOffchainHeader(withHeader(form, text, signer), signer) ?? [])).toEqual(text)
})

test.each(headed.filter((form) => form !== 'version-1'))(
  'a length that is not that of the text is refused: %s',
  (form) => {
    const bytes = withHeader(form, text, signer)
    expect(stripOffchainHeader(bytes.subarray(0, -1), signer)).toBeNull()
    expect(stripOffchainHeader(Buffer.concat([bytes, Buffer.of(32)]), signer)).toBeNull()
  },
)

test.each(['version-0', 'version-1'] as const)('another signer in the header is refused: %s', (form) => {
  expect(stripOffchainHeader(withHeader(form, text, createTestWallet().publicKey), signer)).toBeNull()
})

test('two signers in the header are refused', () => {
  const bytes = withHeader('version-1', text, signer)
  bytes.writeUInt8(2, 17)
  expect(stripOffchainHeader(bytes, signer)).toBeNull()
})

test('an unknown version or format is refused, and so is a header that breaks off anywhere', () => {
  const version = withHeader('version-0', text, signer)
  version.writeUInt8(2, 16)
  expect(stripOffchainHeader(version, signer)).toBeNull()
  const format = withHeader('short-header', text, signer)
  format.writeUInt8(3, 17)
  expect(stripOffchainHeader(format, signer)).toBeNull()
  const whole = withHeader('version-0', text, signer)
  for (let length = 16; length < whole.length; length++)
    expect(stripOffchainHeader(whole.subarray(0, length), signer)).toBeNull()
})
