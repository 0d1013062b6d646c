import { Hono } from 'hono'
import { signedAgreementSchema } from '../../../shared/session/fresh-signature.ts'
import { endedSessionsSchema, ownSessionsSchema } from '../../../shared/session/own-sessions.ts'
import {
  currentSessionSchema,
  nonceRequestSchema,
  signInInputSchema,
  signInProofSchema,
} from '../../../shared/session/session.ts'
import type { Identity } from '../../domain/session/identity.ts'
import type { AppEnv } from '../context.ts'
import { done, json, operation } from '../operation.ts'
import { pathId, requestOrigin } from '../request.ts'

/** The routes `/api/session` and `/api/me/sessions`. The token itself is only ever in the cookie. */
export function sessionRoutes(identity: Identity) {
  return new Hono<AppEnv>()
    .route('/', signInRoutes(identity))
    .route('/', signedInRoutes(identity))
    .route('/', ownSessionsRoutes(identity))
}

function signInRoutes(identity: Identity) {
  return new Hono<AppEnv>()
    .get(
      '/session',
      operation({
        tag: 'session',
        summary: 'Who is signed in',
        answers: { 200: json('The session, or null for a visitor.', currentSessionSchema) },
      }),
      async (c) => {
        const { session, setCookie } = await identity.resume(c.req.raw.headers)
        if (setCookie) c.header('set-cookie', setCookie)
        return c.json({ session }, 200)
      },
    )
    .post(
      '/session/nonce',
      operation({
        tag: 'session',
        summary: 'Begin a sign-in: what the wallet is asked to sign',
        body: nonceRequestSchema,
        answers: { 200: json('The input of Sign-In With Solana.', signInInputSchema) },
        errors: ['sign_in_rejected'],
      }),
      async (c) => {
        const { address } = c.req.valid('json')
        return c.json(await identity.issueNonce(address, requestOrigin(c)), 200)
      },
    )
    .post(
      '/session',
      operation({
        tag: 'session',
        summary:
          'End a sign-in with what the wallet signed; the session that the request carries ends with it',
        body: signInProofSchema,
        answers: { 200: json('The session; its cookie comes with it.', currentSessionSchema) },
        errors: ['nonce_invalid', 'sign_in_rejected'],
      }),
      async (c) => {
        const { session, setCookie } = await identity.signIn(c.req.valid('json'), {
          origin: requestOrigin(c),
          headers: c.req.raw.headers,
          clientAddress: c.get('clientAddress'),
          userAgent: c.req.header('user-agent') ?? '',
        })
        c.header('set-cookie', setCookie)
        return c.json({ session }, 200)
      },
    )
}

function signedInRoutes(identity: Identity) {
  return new Hono<AppEnv>()
    .post(
      '/session/refresh',
      operation({
        tag: 'session',
        signedIn: true,
        summary: 'Extend the session',
        answers: { 200: json('The extended session.', currentSessionSchema) },
      }),
      async (c) => {
        const { session, setCookie } = await identity.refresh(c.req.raw.headers)
        c.header('set-cookie', setCookie)
        return c.json({ session }, 200)
      },
    )
    .delete(
      '/session',
      operation({
        tag: 'session',
        summary: 'Sign out',
        answers: { 204: done('Nobody is signed in with this cookie any more.') },
      }),
      async (c) => {
        const { setCookie } = await identity.signOut(c.req.raw.headers)
        c.header('set-cookie', setCookie)
        return c.body(null, 204)
      },
    )
    .post(
      '/session/signature',
      operation({
        tag: 'session',
        signedIn: true,
        summary: 'What the wallet is asked to sign for something that its session alone may not do',
        body: signedAgreementSchema,
        answers: {
          200: json('The input of Sign-In With Solana, with a statement of its own.', signInInputSchema),
        },
        errors: ['sign_in_rejected'],
      }),
      async (c) => {
        const agreement = c.req.valid('json')
        return c.json(await identity.signatures.request(c.var.wallet, agreement, requestOrigin(c)), 200)
      },
    )
}

function ownSessionsRoutes(identity: Identity) {
  return new Hono<AppEnv>()
    .get(
      '/me/sessions',
      operation({
        tag: 'session',
        signedIn: true,
        summary: "The wallet's living sessions: the one that asks, then last used first",
        answers: { 200: json('All of them.', ownSessionsSchema) },
      }),
      async (c) => c.json({ sessions: await identity.listSessions(c.req.raw.headers) }, 200),
    )
    .delete(
      '/me/sessions',
      operation({
        tag: 'session',
        signedIn: true,
        summary: 'End all sessions of the wallet but the one that asks',
        answers: { 200: json('How many were ended.', endedSessionsSchema) },
      }),
      async (c) => c.json({ ended: await identity.endOtherSessions(c.req.raw.headers) }, 200),
    )
    .delete(
      '/me/sessions/:id',
      operation({
        tag: 'session',
        signedIn: true,
        summary: 'End a session of the wallet at once, wherever it is used',
        answers: { 204: done('It signs nobody in any more.') },
        errors: ['not_found'],
      }),
      async (c) => {
        const id = pathId(c, 'There is no such session. It may already have ended.')
        const { setCookie } = await identity.endSession(c.req.raw.headers, id)
        if (setCookie) c.header('set-cookie', setCookie)
        return c.body(null, 204)
      },
    )
}
