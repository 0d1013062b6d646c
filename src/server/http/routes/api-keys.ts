import { Hono } from 'hono'
import {
  apiKeyChangesSchema,
  apiKeySchema,
  apiKeysSchema,
  madeApiKeySchema,
  newApiKeySchema,
} from '../../../shared/doors/api-keys.ts'
import type { ApiKeys } from '../../domain/doors/api-keys.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { done, json, operation } from '../operation.ts'
import { pathId } from '../request.ts'

/** The routes `/api/me/keys`: the keys with which other programs use agents. A key can't be used for these routes. */
export function apiKeysRoutes(keys: ApiKeys) {
  return new Hono<AppEnv>()
    .get(
      '/me/keys',
      operation({
        tag: 'doors',
        signedIn: true,
        summary: 'The API keys of the wallet, newest first, without the keys themselves',
        answers: { 200: json('All of them.', apiKeysSchema) },
      }),
      async (c) => c.json({ keys: await keys.list(c.var.wallet) }, 200),
    )
    .post(
      '/me/keys',
      operation({
        act: 'making',
        tag: 'doors',
        signedIn: true,
        summary: 'Make an API key; the answer is the only one that contains it',
        body: newApiKeySchema,
        answers: { 201: json('The key.', madeApiKeySchema) },
        errors: ['not_found', 'quota_reached'],
      }),
      async (c) => c.json(await keys.create(c.var.wallet, c.req.valid('json')), 201),
    )
    .patch(
      '/me/keys/:id',
      operation({
        act: 'making',
        tag: 'doors',
        signedIn: true,
        summary: 'Rename an API key, or change its words a day',
        body: apiKeyChangesSchema,
        answers: { 200: json('The key as it is now.', apiKeySchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await keys.change(c.var.wallet, keyId(c), c.req.valid('json')), 200),
    )
    .delete(
      '/me/keys/:id',
      operation({
        tag: 'doors',
        signedIn: true,
        summary: 'Revoke an API key; what it is receiving ends at once',
        answers: { 204: done('It opens nothing any more.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await keys.revoke(c.var.wallet, keyId(c))
        return c.body(null, 204)
      },
    )
}

const keyId = (c: AppContext) => pathId(c, 'There is no such key. It may already be revoked.')
