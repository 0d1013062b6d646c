import { createMiddleware } from 'hono/factory'
import { SIGNATURE_HEADER, type SignedAction } from '../../shared/fresh-signature.ts'
import type { FreshSignatures } from '../domain/session/fresh-signatures.ts'
import type { AppEnv } from './context.ts'
import { requestOrigin, signedInWallet } from './request.ts'

/**
 * Lets a request pass that brings a signature of its wallet, made for this action within the last minutes; it is used up.
 * @throws {Failure} `not_signed_in`, `signature_required` or `signature_rejected`
 */
export function requireFreshSignature(signatures: FreshSignatures, action: SignedAction) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const address = await signedInWallet(c)
    const header = c.req.header(SIGNATURE_HEADER)
    await signatures.require(header, { address, action, origin: requestOrigin(c) })
    await next()
  })
}
