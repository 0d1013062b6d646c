import { Hono } from 'hono'
import { newRealmSchema, realmListQuerySchema } from '../../shared/realms.ts'
import type { Realms } from '../domain/realms/realms.ts'
import type { AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { pathId } from './path-id.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** `/api/realms` (decisions 21, 22). */
export function realmsRoutes(realms: Realms) {
  return new Hono<AppEnv>()
    .get('/realms', validate('query', realmListQuerySchema), async (c) =>
      c.json(await realms.list(c.req.valid('query')), 200),
    )
    .post('/realms', signedIn, jsonBody(), validate('json', newRealmSchema), async (c) => {
      const { realm, created } = await realms.create(await signedInWallet(c), c.req.valid('json'))
      c.header('location', `/api/realms/${realm.id}`)
      return c.json(realm, created ? 201 : 200)
    })
    .get('/realms/:id', async (c) => c.json(await realms.open(pathId(c)), 200))
}
