import { encodeBase58 } from '../../../../shared/session/base58.ts'

/** Record 0039. These must never change: with other values every wallet would be lost. */
const PRF_INPUT = 'Bionic passkey wallet: PRF input, version 1'
const HKDF_SALT = 'Bionic passkey wallet: HKDF salt, version 1'
const HKDF_INFO = 'Bionic passkey wallet: Ed25519 seed, version 1'

/** The PKCS #8 header of an Ed25519 seed (RFC 8410), the format in which browsers import one. */
const PKCS8_HEADER = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

type Bytes = Uint8Array<ArrayBuffer>

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const prfInput = (): Bytes => utf8(PRF_INPUT)

/** HKDF-SHA-256. @param prfOutput is overwritten */
export async function deriveSeed(prfOutput: Bytes): Promise<Bytes> {
  try {
    const key = await crypto.subtle.importKey('raw', prfOutput, 'HKDF', false, ['deriveBits'])
    const how = { name: 'HKDF', hash: 'SHA-256', salt: utf8(HKDF_SALT), info: utf8(HKDF_INFO) }
    return new Uint8Array(await crypto.subtle.deriveBits(how, key, 256))
  } finally {
    prfOutput.fill(0)
  }
}

async function importSeed(seed: Bytes, extractable: boolean): Promise<CryptoKey> {
  const pkcs8 = Uint8Array.from([...PKCS8_HEADER, ...seed])
  try {
    return await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', extractable, ['sign'])
  } finally {
    pkcs8.fill(0)
  }
}

/** The public key of a seed, which browsers export only in the JWK format. */
export async function publicKeyOf(seed: Bytes): Promise<Bytes> {
  const { x = '' } = await crypto.subtle.exportKey('jwk', await importSeed(seed, true))
  const raw = atob(x.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(raw, (character) => character.charCodeAt(0))
}

export async function signWith(seed: Bytes, message: Uint8Array): Promise<Bytes> {
  const key = await importSeed(seed, false)
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message)))
}

/** The secret key in the format that Solana wallets import: base58 of the seed and the public key. */
export async function secretKeyText(seed: Bytes): Promise<string> {
  const whole = Uint8Array.from([...seed, ...(await publicKeyOf(seed))])
  try {
    return encodeBase58(whole)
  } finally {
    whole.fill(0)
  }
}
