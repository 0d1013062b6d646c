import { Hono } from 'hono'
import { newRealmSchema, realmChangesSchema, realmListQuerySchema } from '../../shared/realms.ts'
import type { Realms } from '../domain/realms/realms.ts'
import type { AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { pathAgent, pathRealm } from './path-realm.ts'
import { pathWallet } from './path-wallet.ts'
import type { RateLimits } from './rate-limit.ts'
import { realmLogRoutes } from './realm-log.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** `/api/realms` and the reader's own ones (decisions 21, 22). */
export function realmsRoutes(realms: Realms, limits: Pick<RateLimits, 'takeMessage'>) {
  return new Hono<AppEnv>()
    .get('/realms', validate('query', realmListQuerySchema), async (c) =>
      c.json(await realms.list(c.req.valid('query')), 200),
    )
    .get('/me/realms', signedIn, validate('query', realmListQuerySchema), async (c) =>
      c.json(await realms.listOf(await signedInWallet(c), c.req.valid('query')), 200),
    )
    .post('/realms', signedIn, jsonBody(), validate('json', newRealmSchema), async (c) => {
      const { realm, created } = await realms.create(await signedInWallet(c), c.req.valid('json'))
      c.header('location', `/api/realms/${realm.id}`)
      return c.json(realm, created ? 201 : 200)
    })
    .get('/realms/:id', async (c) => c.json(await realms.open(pathRealm(c)), 200))
    .patch('/realms/:id', signedIn, jsonBody(), validate('json', realmChangesSchema), async (c) =>
      c.json(await realms.change(pathRealm(c), await signedInWallet(c), c.req.valid('json')), 200),
    )
    .delete('/realms/:id', signedIn, async (c) => {
      await realms.remove(pathRealm(c), await signedInWallet(c))
      return c.body(null, 204)
    })
    .post('/realms/:id/restore', signedIn, async (c) =>
      c.json(await realms.restore(pathRealm(c), await signedInWallet(c)), 200),
    )
    .delete('/realms/:id/participants/me', signedIn, async (c) => {
      await realms.leave(pathRealm(c), await signedInWallet(c))
      return c.body(null, 204)
    })
    .get('/realms/:id/mutes', signedIn, async (c) =>
      c.json(await realms.mutes(pathRealm(c), await signedInWallet(c)), 200),
    )
    .put('/realms/:id/mutes/:wallet', signedIn, async (c) => {
      await realms.setMuted(pathRealm(c), await signedInWallet(c), pathWallet(c), true)
      return c.body(null, 204)
    })
    .delete('/realms/:id/mutes/:wallet', signedIn, async (c) => {
      await realms.setMuted(pathRealm(c), await signedInWallet(c), pathWallet(c), false)
      return c.body(null, 204)
    })
    .put('/realms/:id/agents/:agentId', signedIn, async (c) =>
      c.json(await realms.invite(pathRealm(c), pathAgent(c), await signedInWallet(c)), 200),
    )
    .delete('/realms/:id/agents/:agentId', signedIn, async (c) =>
      c.json(await realms.dismiss(pathRealm(c), pathAgent(c), await signedInWallet(c)), 200),
    )
    .route('/', realmLogRoutes(realms, limits))
}
