import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '../../../../shared/session/base58.ts'
import { deriveSeed, prfInput, publicKeyOf, secretKeyText, signWith } from './passkey-key.ts'

/** The output of a passkey's pseudo-random function, as small numbers. */
const prfOutput = () => Uint8Array.from({ length: 32 }, (_, index) => index)

/** Computed with OpenSSL from the same words. If one of these changed, all passkey wallets would be lost. */
const vector = {
  prfInput: 'Bionic passkey wallet: PRF input, version 1',
  seed: '36e4e2aa5eed34db66737f09c11398acdbbd0f90e277cf69dce0ae28f75801d8',
  address: 'HtwCmUFJQEz4fteNaGeizH4jFW7WWLLMrn7fP7cE3czQ',
  signature:
    'f324ed34f7873848c60c603bda2f1127680e48f7270c682dbf03ec7aa2bbee642d50ce6adce689f80676ac551cff2ddefcc1b2461462af805e6f84f44592060b',
}

test('the key of a passkey is the one that it has been from the first day', async () => {
  expect(Buffer.from(prfInput()).toString()).toBe(vector.prfInput)
  const seed = await deriveSeed(prfOutput())
  expect(Buffer.from(seed).toString('hex')).toBe(vector.seed)
  expect(encodeBase58(await publicKeyOf(seed))).toBe(vector.address)
  const signature = await signWith(seed, new TextEncoder().encode('Bionic'))
  expect(Buffer.from(signature).toString('hex')).toBe(vector.signature)
})

test('what the passkey gave is overwritten as soon as the seed is derived', async () => {
  const secret = prfOutput()
  await deriveSeed(secret)
  expect([...secret]).toEqual(new Array(32).fill(0))
})

test('the secret to take along is what Solana’s wallets import: the seed and the public key', async () => {
  const seed = await deriveSeed(prfOutput())
  const whole = decodeBase58(await secretKeyText(seed)) ?? new Uint8Array()
  expect(Buffer.from(whole.subarray(0, 32)).toString('hex')).toBe(vector.seed)
  expect(encodeBase58(whole.subarray(32))).toBe(vector.address)
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), whole.subarray(32)])
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from('Bionic'), key, Buffer.from(vector.signature, 'hex'))).toBe(true)
})
