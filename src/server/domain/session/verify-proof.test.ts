import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestWallet, type SigningForm, tamper } from '../../../../test/wallet.ts'
import { encodeBase58 } from '../../../shared/session/base58.ts'
import { type SignInInput, type SignInProof, signInText } from '../../../shared/session/session.ts'
import { verifyProof } from './verify-proof.ts'

const wallet = createTestWallet()
const other = createTestWallet()
const input: SignInInput = {
  domain: 'localhost:3000',
  address: wallet.address,
  statement: 'Sign in. Ünïcode is wälcome.',
  uri: 'http://localhost:3000',
  version: '1',
  chainId: 'solana:devnet',
  nonce: '0123456789abcdef0123456789abcdef01234567',
  issuedAt: '2026-11-05T10:00:00.000Z',
  expirationTime: '2026-11-05T10:05:00.000Z',
}
const proof = wallet.signInProof(input)
const rejected = expect.objectContaining({ name: 'Failure', code: 'sign_in_rejected' })

const forms: SigningForm[] = ['plain', 'short-header', 'version-0', 'version-1']
test.each(forms)('an honest proof says what was signed: %s', (form) => {
  expect(verifyProof(wallet.signInProof(input, form))).toEqual(input)
})

// §8.34
test('any change of any one byte of the signed message or of the signature is refused', () => {
  const part = fc.constantFrom('signedMessage', 'signature')
  fc.assert(
    fc.property(
      fc.constantFrom(...forms),
      part,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (form, name, at, change) => {
        const honest = wallet.signInProof(input, form)
        expect(() => verifyProof({ ...honest, [name]: tamper(honest[name], at, change) })).toThrow(rejected)
      },
    ),
    { numRuns: 500 },
  )
})

const key31 = encodeBase58(wallet.publicKey.subarray(1))
const key33 = encodeBase58(Buffer.concat([wallet.publicKey, Buffer.of(1)]))
const signatureBytes = Buffer.from(proof.signature, 'base64')
/** The same bytes in another encoding: the last four bits before the padding are ignored. */
const loose = proof.signature.replace(/.(?===$)/, (end) => String.fromCharCode(end.charCodeAt(0) + 1))

test.each<[string, SignInProof]>([
  ["another wallet's signature", { ...proof, signature: other.signInProof(input).signature }],
  ['a message that names another wallet', other.signInProof(input)],
  ["another wallet's address", { ...proof, address: other.address }],
  ['an address of 31 bytes', { ...proof, address: key31 }],
  ['an address of 33 bytes', { ...proof, address: key33 }],
  ['an address of zeros', { ...proof, address: encodeBase58(new Uint8Array(32)) }],
  [
    'an address that is no point of the curve',
    { ...proof, address: encodeBase58(new Uint8Array(32).fill(2)) },
  ],
  ['a signature of 63 bytes', { ...proof, signature: signatureBytes.subarray(0, 63).toString('base64') }],
  [
    'a signature of 65 bytes',
    { ...proof, signature: Buffer.concat([signatureBytes, Buffer.of(0)]).toString('base64') },
  ],
  ['an empty signature', { ...proof, signature: '' }],
  ['base64 without its padding', { ...proof, signature: proof.signature.replace(/=+$/, '') }],
  ['base64 with loose last bits', { ...proof, signature: loose }],
  ['base64url', { ...proof, signature: signatureBytes.toString('base64url') }],
  ['a signed text that is no sign-in', wallet.prove('Hello.')],
  [
    'a sign-in with more text behind it',
    wallet.prove(`${signInText(input)}\nResources:\n- https://evil.example`),
  ],
  ['a sign-in in Windows line ends', wallet.prove(signInText(input).replaceAll('\n', '\r\n'))],
])('refused: %s', (_, bad) => {
  expect(bad).not.toEqual(proof)
  expect(() => verifyProof(bad)).toThrow(rejected)
})
