import * as z from 'zod/mini'
import { isSolanaAddress } from './base58.ts'

/** A wallet address as typed by a person. */
export const walletSchema = z
  .string('Give the address of a wallet.')
  .check(z.trim(), z.refine(isSolanaAddress, 'This is not the address of a Solana wallet.'))

/** The agent to hand over; null for everything. */
export const givenAgentSchema = z.nullable(z.uuid('The agent id must be a UUID.'))

/**
 * The actions for which a session is not enough: the wallet has to sign each of them, so that nobody can take them with
 * an open page or a stolen cookie. It is the body of `POST /api/session/signature`: what the wallet agrees to, which
 * its message repeats.
 */
export const signedAgreementSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('delete-conversations') }),
    z.strictObject({ action: z.literal('delete-everything') }),
    z.strictObject({ action: z.literal('hand-over'), to: walletSchema, agentId: givenAgentSchema }),
    z.strictObject({
      action: z.literal('let-in'),
      /** The origin of the program that may use agents, which is told so. */
      site: z.string().check(z.regex(/^https?:\/\/[!-~]{1,300}$/, 'This is not an origin.')),
      /** Identifies the program's request. */
      request: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not a program’s request.')),
    }),
    z.strictObject({ action: z.literal('take-over'), from: walletSchema, agentId: givenAgentSchema }),
  ],
  'There is no such action.',
)
export type SignedAgreement = z.infer<typeof signedAgreementSchema>

/** The header with the signature, sent along with the request that needs it. */
export const SIGNATURE_HEADER = 'x-wallet-signature'

/** Formats the value of the header: the signed message and its signature, both in base64. */
export function writeSignature(proof: { signedMessage: string; signature: string }): string {
  return `${proof.signedMessage}.${proof.signature}`
}

/** Parses what `writeSignature` formatted; null for anything else. */
export function readSignature(header: string): { signedMessage: string; signature: string } | null {
  const match = /^([A-Za-z0-9+/]{1,4096}={0,2})\.([A-Za-z0-9+/]{1,128}={0,2})$/.exec(header)
  return match?.[1] && match[2] ? { signedMessage: match[1], signature: match[2] } : null
}
