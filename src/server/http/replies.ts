import { Hono } from 'hono'
import { type Ask, askSchema, followQuerySchema } from '../../shared/conversations.ts'
import type { Replies } from '../domain/conversations/replies.ts'
import type { AppContext, AppEnv } from './context.ts'
import { endWithSession } from './end-with-session.ts'
import { jsonBody } from './json-body.ts'
import { pathId } from './path-id.ts'
import { replyStream } from './reply-stream.ts'
import { signedInWallet } from './request.ts'
import { signedIn } from './signed-in.ts'
import { validate } from './validate.ts'

/** `/api/conversations/{id}/replies`: asking, following and stopping. Closing a connection stops nothing. */
export function repliesRoutes(replies: Replies, heartbeatMs?: number) {
  return new Hono<AppEnv>()
    .post('/conversations/:id/replies', signedIn, jsonBody(), validate('json', askSchema), async (c) => {
      const { requestId, log } = c.var
      const wallet = await signedInWallet(c)
      const ask = withReplyId(c.req.valid('json'))
      const follow = await replies.ask(wallet, conversationId(c), ask, { requestId, log })
      return replyStream((gone) => follow(lastEventId(c) ?? 0, gone), heartbeatMs, await endWithSession(c))
    })
    .get('/conversations/:id/replies/:reply', signedIn, validate('query', followQuerySchema), async (c) => {
      const follow = await replies.follow(await signedInWallet(c), conversationId(c), replyId(c))
      // A reader that comes back by itself names the same address, with what it has read meanwhile.
      const after = lastEventId(c) ?? c.req.valid('query').after ?? 0
      return replyStream((gone) => follow(after, gone), heartbeatMs, await endWithSession(c))
    })
    .post('/conversations/:id/replies/:reply/stop', signedIn, async (c) => {
      await replies.stop(await signedInWallet(c), conversationId(c), replyId(c))
      return c.body(null, 204)
    })
}

/** An id in capitals is the same id; the database writes it in small letters. */
const withReplyId = (ask: Ask): Ask => ({ ...ask, replyId: ask.replyId.toLowerCase() })
const conversationId = (c: AppContext) => pathId(c, 'There is no such conversation.').toLowerCase()
const replyId = (c: AppContext) => pathId(c, 'There is no such reply.', 'reply').toLowerCase()

/** How much of the text a reader had when its connection was lost, as it says itself; what is no number is passed over. */
function lastEventId(c: AppContext): number | undefined {
  const id = c.req.header('last-event-id')
  return id !== undefined && /^\d{1,9}$/.test(id) ? Number(id) : undefined
}
