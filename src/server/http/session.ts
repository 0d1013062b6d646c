import { Hono } from 'hono'
import { signatureRequestSchema } from '../../shared/fresh-signature.ts'
import { nonceRequestSchema, signInProofSchema } from '../../shared/session.ts'
import type { Identity } from '../domain/session/identity.ts'
import type { AppEnv } from './context.ts'
import { neverStored } from './never-stored.ts'
import { pathId } from './path-id.ts'
import { requestOrigin, signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/**
 * `/api/session`: who is signed in, signing in, staying and leaving; and `/api/me/sessions`: where else. The token itself
 * is only ever in the cookie.
 */
export function sessionRoutes(identity: Identity) {
  return new Hono<AppEnv>()
    .use('/session/*', neverStored)
    .get('/session', async (c) => {
      const { session, setCookie } = await identity.resume(c.req.raw.headers)
      if (setCookie) c.header('set-cookie', setCookie)
      return c.json({ session }, 200)
    })
    .post('/session/nonce', validate('json', nonceRequestSchema), async (c) => {
      const { address } = c.req.valid('json')
      return c.json(await identity.issueNonce(address, requestOrigin(c)), 200)
    })
    .post('/session', validate('json', signInProofSchema), async (c) => {
      const { session, setCookie } = await identity.signIn(c.req.valid('json'), {
        origin: requestOrigin(c),
        headers: c.req.raw.headers,
        clientAddress: c.var.clientAddress,
        userAgent: c.req.header('user-agent') ?? '',
      })
      c.header('set-cookie', setCookie)
      return c.json({ session }, 200)
    })
    .post('/session/refresh', async (c) => {
      const { session, setCookie } = await identity.refresh(c.req.raw.headers)
      c.header('set-cookie', setCookie)
      return c.json({ session }, 200)
    })
    .delete('/session', async (c) => {
      const { setCookie } = await identity.signOut(c.req.raw.headers)
      c.header('set-cookie', setCookie)
      return c.body(null, 204)
    })
    .post('/session/signature', signedIn, validate('json', signatureRequestSchema), async (c) => {
      const { action } = c.req.valid('json')
      return c.json(await identity.signatures.request(await signedInWallet(c), action, requestOrigin(c)), 200)
    })
    .get('/me/sessions', neverStored, async (c) =>
      c.json({ sessions: await identity.listSessions(c.req.raw.headers) }, 200),
    )
    .delete('/me/sessions', async (c) =>
      c.json({ ended: await identity.endOtherSessions(c.req.raw.headers) }, 200),
    )
    .delete('/me/sessions/:id', signedIn, async (c) => {
      const id = pathId(c, 'There is no such session. It may have ended already.').toLowerCase()
      const { setCookie } = await identity.endSession(c.req.raw.headers, id)
      if (setCookie) c.header('set-cookie', setCookie)
      return c.body(null, 204)
    })
}
