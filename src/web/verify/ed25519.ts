import type { VerifySignature } from '../../shared/receipts/checks.ts'

/** The browser's own; older ones have none. */
export const verifyInBrowser: VerifySignature = async (publicKey, message, signature) => {
  try {
    const key = await crypto.subtle.importKey('raw', own(publicKey), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, own(signature), own(message))
  } catch {
    return null
  }
}

/** A copy that is not shared with anybody, as the types of WebCrypto want it. */
const own = (bytes: Uint8Array) => new Uint8Array(bytes)
