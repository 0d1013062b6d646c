import { Hono } from 'hono'
import {
  authorizationQuerySchema,
  authorizationSchema,
  consentedSchema,
  consentSchema,
} from '../../../shared/doors/authorization.ts'
import type { Authorizations } from '../../domain/doors/oauth/authorizations.ts'
import type { FreshSignatures } from '../../domain/session/fresh-signatures.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { originFor } from '../doors/request/bearer.ts'
import { requireSignature } from '../fresh-signature.ts'
import { json, operation } from '../operation.ts'

/** The routes of the page on which a person decides whether a program may use agents in their name. */
export function authorizationRoutes(
  authorizations: Authorizations,
  signatures: FreshSignatures,
  publicOrigin: string | undefined,
) {
  const originOf = (c: AppContext) => originFor(c, publicOrigin)
  return new Hono<AppEnv>()
    .get(
      '/authorization',
      operation({
        tag: 'session',
        summary: 'What a program asks of a person, from the parameters that it sent them with',
        query: authorizationQuerySchema,
        answers: { 200: json('What is asked, or why it can’t be.', authorizationSchema) },
      }),
      (c) => c.json(authorizations.read(c.req.valid('query'), originOf(c)), 200),
    )
    .post(
      '/authorization',
      operation({
        act: 'making',
        tag: 'session',
        signedIn: true,
        summary: 'Let a program use agents in the name of the wallet, which signs for it',
        freshSignature: true,
        body: consentSchema,
        answers: { 200: json('Where the person goes back to, with the code.', consentedSchema) },
        errors: ['quota_reached'],
      }),
      async (c) => {
        const asked = c.req.valid('json')
        const origin = originOf(c)
        const agreement = authorizations.agreementOf(asked, origin)
        await requireSignature(c, signatures, agreement)
        return c.json({ back: await authorizations.consent(c.var.wallet, asked, origin) }, 200)
      },
    )
}
