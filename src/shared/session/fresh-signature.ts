import * as z from 'zod/mini'

/**
 * What a session alone may not do: its wallet signs for each of these anew, so that whoever gets hold of an open page or
 * of a cookie can't.
 */
export const signedActions = ['delete-conversations'] as const
export type SignedAction = (typeof signedActions)[number]

/** The body of `POST /api/session/signature`: what the wallet is about to agree to. */
export const signatureRequestSchema = z.strictObject({
  action: z.enum(signedActions, 'There is no such action.'),
})

/** The header that brings the signature along with the request that needs it. */
export const SIGNATURE_HEADER = 'x-wallet-signature'

/** What the header says: the signed message and the signature over it, both in base64. */
export function writeSignature(proof: { signedMessage: string; signature: string }): string {
  return `${proof.signedMessage}.${proof.signature}`
}

/** The parts of what `writeSignature` wrote; null for anything else. */
export function readSignature(header: string): { signedMessage: string; signature: string } | null {
  const match = /^([A-Za-z0-9+/]{1,4096}={0,2})\.([A-Za-z0-9+/]{1,128}={0,2})$/.exec(header)
  return match?.[1] && match[2] ? { signedMessage: match[1], signature: match[2] } : null
}
