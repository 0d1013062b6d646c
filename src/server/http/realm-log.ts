import { Hono } from 'hono'
import {
  goOnRequestSchema,
  newRealmMessageSchema,
  realmMessagesQuerySchema,
} from '../../shared/realm-messages.ts'
import type { Realms } from '../domain/realms/realms.ts'
import type { AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { pathMessage, pathRealm } from './path-realm.ts'
import type { RateLimits } from './rate-limit.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** What is said in a realm. */
export function realmLogRoutes(realms: Realms, limits: Pick<RateLimits, 'takeMessage'>) {
  return new Hono<AppEnv>()
    .get('/realms/:id/messages', validate('query', realmMessagesQuerySchema), async (c) =>
      c.json(await realms.messages(pathRealm(c), c.req.valid('query')), 200),
    )
    .post(
      '/realms/:id/messages',
      signedIn,
      jsonBody(),
      validate('json', newRealmMessageSchema),
      async (c) => {
        const [realm, author] = [pathRealm(c), await signedInWallet(c)]
        await limits.takeMessage(author, realm)
        const { message, sent } = await realms.send(realm, author, c.req.valid('json'))
        return c.json(message, sent ? 201 : 200)
      },
    )
    .delete('/realms/:id/messages/:messageId', signedIn, async (c) =>
      c.json(await realms.removeMessage(pathRealm(c), pathMessage(c), await signedInWallet(c)), 200),
    )
    .post('/realms/:id/messages/:messageId/stop', signedIn, async (c) => {
      await realms.stopAnswer(pathRealm(c), pathMessage(c), await signedInWallet(c))
      return c.body(null, 204)
    })
    .post('/realms/:id/go-on', signedIn, jsonBody(), validate('json', goOnRequestSchema), async (c) => {
      const [realm, wallet] = [pathRealm(c), await signedInWallet(c)]
      await limits.takeMessage(wallet, realm)
      return c.json(await realms.goOn(realm, wallet, c.req.valid('json').id), 200)
    })
}
