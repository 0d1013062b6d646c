import { Hono } from 'hono'
import {
  newOwnKeySchema,
  ownKeyChangesSchema,
  ownKeySchema,
  ownKeysSchema,
} from '../../../shared/models/own-keys.ts'
import type { OwnKeys } from '../../domain/models/own-keys.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { done, json, operation } from '../operation.ts'
import { pathId } from '../request.ts'

/** The routes `/api/me/model-keys`: a person's own keys for models. No answer contains a key. */
export const modelKeysRoutes = (keys: OwnKeys) =>
  new Hono<AppEnv>().route('/', allOf(keys)).route('/', oneOf(keys))

function allOf(keys: OwnKeys) {
  return new Hono<AppEnv>()
    .get(
      '/me/model-keys',
      operation({
        tag: 'models',
        signedIn: true,
        summary:
          'The wallet’s own keys for models, in the order in which they were added, without the keys themselves',
        answers: { 200: json('All of them.', ownKeysSchema) },
      }),
      async (c) => c.json(await keys.show(c.var.wallet), 200),
    )
    .post(
      '/me/model-keys',
      operation({
        act: 'making',
        tag: 'models',
        signedIn: true,
        summary: 'Try a key for models at its provider, and store it encrypted if it is valid',
        body: newOwnKeySchema,
        answers: { 201: json('The key, without the key itself.', ownKeySchema) },
        errors: ['conflict', 'quota_reached'],
        asksModel: true,
      }),
      async (c) => c.json(await keys.add(c.var.wallet, c.req.valid('json')), 201),
    )
}

function oneOf(keys: OwnKeys) {
  return new Hono<AppEnv>()
    .patch(
      '/me/model-keys/:id',
      operation({
        act: 'making',
        tag: 'models',
        signedIn: true,
        summary: 'Rename a key for models, or change what may be spent of it',
        body: ownKeyChangesSchema,
        answers: { 200: json('The key as it is now.', ownKeySchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await keys.change(c.var.wallet, keyId(c), c.req.valid('json')), 200),
    )
    .delete(
      '/me/model-keys/:id',
      operation({
        tag: 'models',
        signedIn: true,
        summary: 'Remove a key for models; replies that it pays for end at once',
        answers: { 204: done('Nothing is left of it.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await keys.remove(c.var.wallet, keyId(c))
        return c.body(null, 204)
      },
    )
    .post(
      '/me/model-keys/:id/refresh',
      operation({
        act: 'making',
        tag: 'models',
        signedIn: true,
        summary: 'List the models of a key again',
        answers: { 200: json('The key with its models as they are now.', ownKeySchema) },
        errors: ['not_found', 'conflict', 'model_failed'],
        asksModel: true,
      }),
      async (c) => c.json(await keys.refresh(c.var.wallet, keyId(c)), 200),
    )
}

const keyId = (c: AppContext) => pathId(c, 'There is no such key. It may already be removed.')
