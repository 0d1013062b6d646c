import { Hono } from 'hono'
import { replyEventSchema } from '../../../../shared/chat/chat.ts'
import { type Ask, askSchema, followQuerySchema } from '../../../../shared/chat/conversations.ts'
import { type Known, NOTHING } from '../../../../shared/chat/parts.ts'
import type { Answers } from '../../../domain/chat/answers.ts'
import type { Replies } from '../../../domain/conversations/replies.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { endWithSession } from '../../event-stream.ts'
import { done, events, operation } from '../../operation.ts'
import { replyStream } from '../../reply-stream.ts'
import { pathConversation, pathReply } from '../../request.ts'

/** The routes `/api/conversations/{id}/replies`. Closing a connection does not stop a reply. */
export function repliesRoutes(replies: Replies, answers: Pick<Answers, 'isBusy'>) {
  return new Hono<AppEnv>().route('/', streamsOf(replies, answers)).route('/', endsOf(replies, answers))
}

function streamsOf(replies: Replies, answers: Pick<Answers, 'isBusy'>) {
  return new Hono<AppEnv>()
    .post(
      '/conversations/:id/replies',
      operation({
        act: 'speaking',
        tag: 'conversations',
        signedIn: true,
        summary:
          'Ask in a conversation, or begin one; the reply streams, and goes on when the connection is closed',
        body: askSchema,
        answers: { 200: events('The reply, event by event.', replyEventSchema) },
        errors: ['not_found', 'conflict', 'reply_running', 'conversation_full', 'quota_reached'],
        asksModel: true,
      }),
      async (c) => {
        const { requestId, log, wallet } = c.var
        const ask = withReplyId(c.req.valid('json'))
        const follow = await replies.ask(wallet, pathConversation(c), ask, { requestId, log })
        const known = lastEventId(c) ?? NOTHING
        const endWith = await endWithSession(c)
        return replyStream((gone) => follow(known, gone), { answers, known, endWith })
      },
    )
    .get(
      '/conversations/:id/replies/:reply',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary:
          'Follow a reply on from what is known of it; `Last-Event-ID` says it as well as `after` and `revision`',
        query: followQuerySchema,
        answers: {
          200: events('What is still unknown, event by event.', replyEventSchema),
        },
        errors: ['not_found'],
      }),
      async (c) => {
        const follow = await replies.follow(c.var.wallet, pathConversation(c), pathReply(c))
        // A browser reconnects to the same address, with the position that it has reached in the meantime.
        const { after = 0, revision = 0 } = c.req.valid('query')
        const known = lastEventId(c) ?? { at: after, revision }
        const endWith = await endWithSession(c)
        return replyStream((gone) => follow(known, gone), { answers, known, endWith })
      },
    )
}

function endsOf(replies: Replies, answers: Pick<Answers, 'isBusy'>) {
  return new Hono<AppEnv>()
    .post(
      '/conversations/:id/replies/:reply/resume',
      operation({
        act: 'speaking',
        tag: 'conversations',
        signedIn: true,
        summary:
          'Have a reply go on that broke off after its agent had done something: what was done stands, and is not done again',
        answers: { 200: events('The reply, event by event.', replyEventSchema) },
        errors: ['not_found', 'conflict'],
        asksModel: true,
      }),
      async (c) => {
        const follow = await replies.resume(c.var.wallet, pathConversation(c), pathReply(c))
        const known = lastEventId(c) ?? NOTHING
        const endWith = await endWithSession(c)
        return replyStream((gone) => follow(known, gone), { answers, known, endWith })
      },
    )
    .post(
      '/conversations/:id/replies/:reply/stop',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'Stop a reply, which keeps its words; one that is over stays as it is',
        answers: { 204: done('It is over.') },
        errors: ['not_found'],
        storesNothing: true,
      }),
      async (c) => {
        await replies.stop(c.var.wallet, pathConversation(c), pathReply(c))
        return c.body(null, 204)
      },
    )
}

/** Ids are case-insensitive; the database stores them in lower case. */
const withReplyId = (ask: Ask): Ask => ({ ...ask, replyId: ask.replyId.toLowerCase() })

/** Returns how far a reconnecting reader has the reply, as it reports; what is no id of an event is ignored. */
function lastEventId(c: AppContext): Known | undefined {
  const [, at, revision = 0] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(c.req.header('last-event-id') ?? '') ?? []
  return at === undefined ? undefined : { at: Number(at), revision: Number(revision) }
}
