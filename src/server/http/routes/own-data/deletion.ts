import { Hono } from 'hono'
import { deletedEverythingSchema, restoreEverythingSchema } from '../../../../shared/own-data/own-data.ts'
import type { EverythingDeletes } from '../../../domain/own-data/delete-everything.ts'
import type { Identity } from '../../../domain/session/identity.ts'
import type { AppEnv } from '../../context.ts'
import { requireFreshSignature } from '../../fresh-signature.ts'
import { done, json, operation } from '../../operation.ts'

/** The route `DELETE /api/me` and the one that undoes it (record 0044). */
export function deletionRoutes(
  deletes: EverythingDeletes,
  identity: Pick<Identity, 'signatures' | 'endOtherSessions'>,
) {
  return new Hono<AppEnv>()
    .delete(
      '/me',
      operation({
        tag: 'own data',
        signedIn: true,
        summary:
          'Delete everything of the wallet, which it signs for, and which can be undone for ten seconds by this session: then it ends as well',
        freshSignature: true,
        answers: { 200: json('The moment to undo it by.', deletedEverythingSchema) },
      }),
      requireFreshSignature(identity.signatures, { action: 'delete-everything' }),
      async (c) => {
        const deleted = await deletes.remove(c.var.wallet)
        await identity.endOtherSessions(c.req.raw.headers)
        return c.json(deleted, 200)
      },
    )
    .post(
      '/me/restore',
      operation({
        tag: 'own data',
        signedIn: true,
        summary: 'Undo the deletion of everything',
        body: restoreEverythingSchema,
        answers: { 204: done('What was deleted at that moment is back.') },
        errors: ['undo_expired'],
      }),
      async (c) => {
        await deletes.restore(c.var.wallet, new Date(c.req.valid('json').deletedAt))
        return c.body(null, 204)
      },
    )
}
