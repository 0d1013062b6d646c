import { Hono } from 'hono'
import {
  newRealmMessageSchema,
  newRealmSchema,
  realmListQuerySchema,
  realmMessagesQuerySchema,
} from '../../shared/realms.ts'
import type { Realms } from '../domain/realms/realms.ts'
import type { AppContext, AppEnv } from './context.ts'
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
    .get('/realms/:id', async (c) => c.json(await realms.open(realmId(c)), 200))
    .get('/realms/:id/messages', validate('query', realmMessagesQuerySchema), async (c) =>
      c.json(await realms.messages(realmId(c), c.req.valid('query')), 200),
    )
    .post(
      '/realms/:id/messages',
      signedIn,
      jsonBody(),
      validate('json', newRealmMessageSchema),
      async (c) => {
        const author = await signedInWallet(c)
        const { message, sent } = await realms.send(realmId(c), author, c.req.valid('json'))
        return c.json(message, sent ? 201 : 200)
      },
    )
}

const realmId = (c: AppContext) => pathId(c, 'Realm not found')
