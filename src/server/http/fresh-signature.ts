import { createMiddleware } from 'hono/factory'
import { SIGNATURE_HEADER, type SignedAgreement } from '../../shared/session/fresh-signature.ts'
import type { FreshSignatures } from '../domain/session/fresh-signatures.ts'
import type { AppContext, AppEnv } from './context.ts'
import { requestOrigin, signedInWallet } from './request.ts'

/**
 * Checks that a request has a signature of its wallet over exactly this agreement, made within the last minutes, and
 * consumes it.
 * @returns the wallet
 * @throws {Failure} `not_signed_in`, `signature_required` or `signature_rejected`
 */
export async function requireSignature(
  c: AppContext,
  signatures: FreshSignatures,
  agreement: SignedAgreement,
): Promise<string> {
  const address = await signedInWallet(c)
  const header = c.req.header(SIGNATURE_HEADER)
  await signatures.require(header, { address, agreement, origin: requestOrigin(c) })
  return address
}

/** The same check as middleware, for a route whose requests all have the same agreement. */
export function requireFreshSignature(signatures: FreshSignatures, agreement: SignedAgreement) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await requireSignature(c, signatures, agreement)
    await next()
  })
}
