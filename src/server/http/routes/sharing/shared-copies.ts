import { Hono } from 'hono'
import {
  newSharedCopySchema,
  sharedConversationSchema,
  sharedCopiesQuerySchema,
  sharedCopiesSchema,
  sharedCopySchema,
} from '../../../../shared/chat/shared-copies.ts'
import type { SharedCopies } from '../../../domain/conversations/shared-copies.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { done, json, operation } from '../../operation.ts'
import { pathConversation, pathId } from '../../request.ts'

/** The routes of shared copies (record 0049). */
export function sharedCopiesRoutes(copies: SharedCopies) {
  return new Hono<AppEnv>()
    .post(
      '/conversations/:id/copies',
      operation({
        act: 'making',
        tag: 'conversations',
        signedIn: true,
        summary: 'Share a read-only copy of what was said up to a message; the same again is the same copy',
        body: newSharedCopySchema,
        answers: {
          201: json('The copy, which is shared now.', sharedCopySchema),
          200: json('The copy, which was shared before.', sharedCopySchema),
        },
        errors: ['not_found', 'reply_running', 'quota_reached'],
      }),
      async (c) => {
        const id = pathConversation(c)
        const of = { id, owner: c.var.wallet }
        const { copy, created } = await copies.share(of, c.req.valid('json'))
        c.header('location', `/api/copies/${copy.id}`)
        return c.json(copy, created ? 201 : 200)
      },
    )
    .get(
      '/me/copies',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'The copies that the wallet shares, of all its conversations or of one, shared last first',
        query: sharedCopiesQuerySchema,
        answers: { 200: json('All of them.', sharedCopiesSchema) },
      }),
      async (c) => {
        const { conversationId } = c.req.valid('query')
        return c.json({ copies: await copies.list(c.var.wallet, conversationId) }, 200)
      },
    )
    .get(
      '/copies/:id',
      operation({
        tag: 'conversations',
        summary: 'A shared copy, for whoever has its address',
        answers: { 200: json('What was said, up to where it was shared.', sharedConversationSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await copies.open(copyId(c)), 200),
    )
    .delete(
      '/copies/:id',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'Take a shared copy back, for good',
        answers: { 204: done('Its address leads nowhere any more.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await copies.remove({ id: copyId(c), owner: c.var.wallet })
        return c.body(null, 204)
      },
    )
}

const copyId = (c: AppContext) => pathId(c, 'There is no such copy.')
