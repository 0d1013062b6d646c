import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { decodeBase58 } from '../../../shared/session/base58.ts'

const PRIME = 2n ** 255n - 19n
/** The y coordinate of a point of order eight. */
const ORDER_EIGHT = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n
/** All points whose order divides eight: signatures for such a key can be made without any secret. */
const smallOrders = new Set([0n, 1n, PRIME - 1n, ORDER_EIGHT, PRIME - ORDER_EIGHT])

/** A point of small order, or a non-canonical encoding (y not below the prime), proves nothing. */
function isWeak(key: Uint8Array): boolean {
  const bigEndian = Buffer.from(key).reverse().toString('hex')
  const y = BigInt(`0x${bigEndian}`) & (2n ** 255n - 1n)
  return y >= PRIME || smallOrders.has(y)
}

/** Reads the public key of an address; null if it is not base58 of 32 bytes, or is a weak key. */
export function readAddress(address: string): Uint8Array | null {
  const key = decodeBase58(address)
  return key?.length === 32 && !isWeak(key) ? key : null
}

/** Verifies a signature (RFC 8032) of exactly these bytes. */
export function isSignedBy(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return verify(null, message, publicKey(key), signature)
}

function publicKey(key: Uint8Array): KeyObject {
  const x = Buffer.from(key).toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
}
