import { createMiddleware } from 'hono/factory'
import { SIGNATURE_HEADER, type SignedAgreement } from '../../shared/session/fresh-signature.ts'
import type { FreshSignatures } from '../domain/session/fresh-signatures.ts'
import type { SignedInContext, SignedInEnv } from './context.ts'
import { requestOrigin } from './request.ts'

/**
 * Checks and consumes the wallet's recent signature over exactly this agreement.
 * @throws {Failure} `signature_required` or `signature_rejected`
 */
export async function requireSignature(
  c: SignedInContext,
  signatures: FreshSignatures,
  agreement: SignedAgreement,
): Promise<void> {
  const header = c.req.header(SIGNATURE_HEADER)
  await signatures.require(header, { address: c.var.wallet, agreement, origin: requestOrigin(c) })
}

/** The same check as middleware, for a route whose requests all have the same agreement. */
export function requireFreshSignature(signatures: FreshSignatures, agreement: SignedAgreement) {
  return createMiddleware<SignedInEnv>(async (c, next) => {
    await requireSignature(c, signatures, agreement)
    await next()
  })
}
