import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import { encodeBase58 } from '../src/shared/session/base58.ts'
import { type SignInInput, type SignInProof, signInText } from '../src/shared/session/session.ts'

/**
 * How a wallet signs a sign-in: the text as a plain message (what `solana:signIn` builds is the same text), or behind
 * an off-chain message header: the short one of Ledger's first app, or versions 0 and 1 of the specification.
 */
export type SigningForm = 'plain' | 'short-header' | 'version-0' | 'version-1'

export interface TestWallet {
  address: string
  publicKey: Uint8Array
  /** The secret of its key, for a page that is to have the same wallet. */
  seed: Uint8Array
  /** Ed25519 over exactly these bytes. */
  sign(bytes: Uint8Array): Uint8Array
  /** The honest answer to what the server issued. */
  signInProof(input: SignInInput, form?: SigningForm): SignInProof
  /** A proof over any text or bytes, signed as they are. */
  prove(message: string | Uint8Array): SignInProof
}

/** A wallet with a key of its own, on the platform's Ed25519: what it signs is as real as what a person's signs. */
export function createTestWallet(seed: Uint8Array = randomBytes(32)): TestWallet {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const key = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const address = encodeBase58(key)
  const signBytes = (bytes: Uint8Array) => sign(null, bytes, privateKey)
  const prove = (message: string | Uint8Array): SignInProof => {
    const bytes = Buffer.from(message)
    return {
      address,
      signedMessage: bytes.toString('base64'),
      signature: signBytes(bytes).toString('base64'),
    }
  }
  return {
    address,
    publicKey: key,
    seed,
    sign: signBytes,
    prove,
    signInProof: (input, form = 'plain') => prove(withHeader(form, Buffer.from(signInText(input)), key)),
  }
}

/** The bytes that a wallet signs for a text in one of the forms. */
export function withHeader(form: SigningForm, text: Uint8Array, signer: Uint8Array): Buffer {
  const signingDomain = Buffer.from('\xffsolana offchain', 'latin1')
  const length = Buffer.alloc(2)
  length.writeUInt16LE(text.length)
  const utf8 = Buffer.of(1)
  const oneSigner = Buffer.concat([Buffer.of(1), signer])
  switch (form) {
    case 'plain':
      return Buffer.from(text)
    case 'short-header':
      return Buffer.concat([signingDomain, Buffer.of(0), utf8, length, text])
    case 'version-0':
      return Buffer.concat([signingDomain, Buffer.of(0), Buffer.alloc(32, 7), utf8, oneSigner, length, text])
    case 'version-1':
      return Buffer.concat([signingDomain, Buffer.of(1), oneSigner, text])
  }
}

/** The same base64 with one byte of what it says changed; `change` is 1 to 255. */
export function tamper(base64: string, at: number, change = 1): string {
  const bytes = Buffer.from(base64, 'base64')
  const index = at % bytes.length
  bytes.writeUInt8(bytes.readUInt8(index) ^ change, index)
  return bytes.toString('base64')
}
