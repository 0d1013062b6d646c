import { Hono } from 'hono'
import {
  conversationChangesSchema,
  conversationListQuerySchema,
  exportQuerySchema,
  forkSchema,
  restoreConversationsSchema,
} from '../../shared/conversations.ts'
import { KEPT_BODY_BYTES, keptConversationSchema } from '../../shared/kept-conversation.ts'
import type { Conversations } from '../domain/conversations/conversations.ts'
import type { FreshSignatures } from '../domain/session/fresh-signatures.ts'
import { attachment } from './attachment.ts'
import type { AppContext, AppEnv } from './context.ts'
import { jsonBody } from './json-body.ts'
import { pathId } from './path-id.ts'
import { signedInWallet } from './request.ts'
import { requireFreshSignature } from './require-fresh-signature.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** `/api/conversations`, all but their replies. Whose a conversation is comes from the session alone. */
export function conversationsRoutes(conversations: Conversations, signatures: FreshSignatures) {
  return new Hono<AppEnv>()
    .get('/conversations', signedIn, validate('query', conversationListQuerySchema), async (c) =>
      c.json(await conversations.list(await signedInWallet(c), c.req.valid('query')), 200),
    )
    .delete('/conversations', requireFreshSignature(signatures, 'delete-conversations'), async (c) =>
      c.json(await conversations.removeAll(await signedInWallet(c)), 200),
    )
    .post(
      '/conversations/restore',
      signedIn,
      jsonBody(),
      validate('json', restoreConversationsSchema),
      async (c) => {
        const deletedAt = new Date(c.req.valid('json').deletedAt)
        await conversations.restoreAll(await signedInWallet(c), deletedAt)
        return c.body(null, 204)
      },
    )
    .get('/conversations/:id', signedIn, async (c) => c.json(await conversations.open(await ownedId(c)), 200))
    .put(
      '/conversations/:id',
      signedIn,
      jsonBody(KEPT_BODY_BYTES),
      validate('json', keptConversationSchema),
      async (c) => {
        const { conversation, created } = await conversations.keep(await ownedId(c), c.req.valid('json'))
        c.header('location', `/api/conversations/${conversation.id}`)
        return c.json(conversation, created ? 201 : 200)
      },
    )
    .patch(
      '/conversations/:id',
      signedIn,
      jsonBody(),
      validate('json', conversationChangesSchema),
      async (c) => c.json(await conversations.change(await ownedId(c), c.req.valid('json')), 200),
    )
    .delete('/conversations/:id', signedIn, async (c) => {
      await conversations.remove(await ownedId(c))
      return c.body(null, 204)
    })
    .post('/conversations/:id/restore', signedIn, async (c) =>
      c.json(await conversations.restore(await ownedId(c)), 200),
    )
    .post('/conversations/:id/fork', signedIn, jsonBody(), validate('json', forkSchema), async (c) => {
      const { conversation, created } = await conversations.fork(await ownedId(c), c.req.valid('json'))
      c.header('location', `/api/conversations/${conversation.id}`)
      return c.json(conversation, created ? 201 : 200)
    })
    .get('/conversations/:id/export', signedIn, validate('query', exportQuerySchema), async (c) => {
      const { format } = c.req.valid('query')
      const { filename, contentType, body } = await conversations.export(await ownedId(c), format)
      return c.body(body, 200, {
        'content-type': contentType,
        'content-disposition': attachment(filename),
      })
    })
}

/** The conversation that the address names, in the one form that its id is stored in, for the one who signed in. */
async function ownedId(c: AppContext) {
  const id = pathId(c, 'There is no such conversation.').toLowerCase()
  return { id, owner: await signedInWallet(c) }
}
