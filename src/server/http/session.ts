import { Hono } from 'hono'
import { nonceRequestSchema, signInProofSchema } from '../../shared/session.ts'
import type { Identity } from '../domain/session/identity.ts'
import type { AppContext, AppEnv } from './context.ts'
import { neverStored } from './never-stored.ts'
import { validate } from './validate.ts'

/** `/api/session`: who is signed in, signing in, staying and leaving. The token itself is only ever in the cookie. */
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
}

/** Where the request went; the host in it is that of the Host header. */
function requestOrigin(c: AppContext): string {
  return new URL(c.req.url).origin
}
