import * as z from 'zod/mini'
import { isSolanaAddress } from './base58.ts'

export const walletSchema = z
  .string('Give the address of a wallet.')
  .check(z.trim(), z.refine(isSolanaAddress, 'This is not the address of a Solana wallet.'))

export const givenAgentSchema = z.nullable(z.uuid('The agent id must be a UUID.'))

/** The wallet signs each of these actions, so that nobody can take them with an open page or a stolen cookie. */
export const signedAgreementSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('delete-conversations') }),
    z.strictObject({ action: z.literal('delete-everything') }),
    z.strictObject({
      action: z.literal('desk-act'),
      /** The SHA-256 of what is done and to what (`deskActText`), in hexadecimal: the signature is for exactly that. */
      act: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'This is not an action.')),
    }),
    z.strictObject({ action: z.literal('hand-over'), to: walletSchema, agentId: givenAgentSchema }),
    z.strictObject({
      action: z.literal('let-in'),
      /** The origin of the program that may use agents, which is told so. */
      site: z.string().check(z.regex(/^https?:\/\/[!-~]{1,300}$/, 'This is not an origin.')),
      request: z.string().check(z.regex(/^[\w-]{43}$/, 'This is not a program’s request.')),
    }),
    z.strictObject({ action: z.literal('take-over'), from: walletSchema, agentId: givenAgentSchema }),
  ],
  'There is no such action.',
)
export type SignedAgreement = z.infer<typeof signedAgreementSchema>

export const SIGNATURE_HEADER = 'x-wallet-signature'

export function writeSignature(proof: { signedMessage: string; signature: string }): string {
  return `${proof.signedMessage}.${proof.signature}`
}

export function readSignature(header: string): { signedMessage: string; signature: string } | null {
  const match = /^([A-Za-z0-9+/]{1,4096}={0,2})\.([A-Za-z0-9+/]{1,128}={0,2})$/.exec(header)
  return match?.[1] && match[2] ? { signedMessage: match[1], signature: match[2] } : null
}
