import { Hono } from 'hono'
import {
  conversationChangesSchema,
  conversationListQuerySchema,
  conversationPageSchema,
  conversationSchema,
  conversationSummarySchema,
  deletedConversationsSchema,
  exportQuerySchema,
  forkSchema,
  restoreConversationsSchema,
} from '../../../../shared/chat/conversations.ts'
import {
  KEPT_BODY_BYTES,
  KEPT_BODY_JSON,
  keptConversationSchema,
} from '../../../../shared/chat/kept-conversation.ts'
import type { Conversations } from '../../../domain/conversations/conversations.ts'
import type { FreshSignatures } from '../../../domain/session/fresh-signatures.ts'
import { attachment } from '../../attachment.ts'
import type { AppEnv } from '../../context.ts'
import { requireFreshSignature } from '../../fresh-signature.ts'
import { done, json, operation } from '../../operation.ts'
import { ownedConversation } from '../../request.ts'

/** The routes `/api/conversations` except for replies. The owner of a conversation is taken from the session only. */
export function conversationsRoutes(conversations: Conversations, signatures: FreshSignatures) {
  return new Hono<AppEnv>()
    .route('/', allRoutes(conversations, signatures))
    .route('/', ownedRoutes(conversations))
    .route('/', copyingRoutes(conversations))
}

function allRoutes(conversations: Conversations, signatures: FreshSignatures) {
  return new Hono<AppEnv>()
    .get(
      '/conversations',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: "The wallet's own conversations, last used first: all, or those with some words in them",
        query: conversationListQuerySchema,
        answers: { 200: json('A page of conversations.', conversationPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) =>
        c.json(await conversations.list(c.var.wallet, c.req.valid('query'), c.req.raw.signal), 200),
    )
    .delete(
      '/conversations',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary:
          'Delete all conversations of the wallet, which it signs for, and which can be undone for ten seconds',
        freshSignature: true,
        answers: {
          200: json('How many there were, and the moment to undo it by.', deletedConversationsSchema),
        },
      }),
      requireFreshSignature(signatures, { action: 'delete-conversations' }),
      async (c) => c.json(await conversations.removeAll(c.var.wallet), 200),
    )
    .post(
      '/conversations/restore',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'Undo the deletion of all conversations',
        body: restoreConversationsSchema,
        answers: { 204: done('What was deleted at that moment is back.') },
        errors: ['undo_expired'],
      }),
      async (c) => {
        const deletedAt = new Date(c.req.valid('json').deletedAt)
        await conversations.restoreAll(c.var.wallet, deletedAt)
        return c.body(null, 204)
      },
    )
}

function ownedRoutes(conversations: Conversations) {
  return new Hono<AppEnv>()
    .get(
      '/conversations/:id',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'One conversation with what was said in it: of a long one the newest messages of its path',
        answers: { 200: json('The conversation.', conversationSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await conversations.open(ownedConversation(c)), 200),
    )
    .put(
      '/conversations/:id',
      operation({
        act: 'speaking',
        tag: 'conversations',
        signedIn: true,
        summary: 'Keep a conversation that was led without a wallet; again with more it is the same one',
        body: keptConversationSchema,
        answers: {
          201: json('The conversation, which is kept now.', conversationSummarySchema),
          200: json('The conversation, which was kept before, with what is new.', conversationSummarySchema),
        },
        errors: ['not_found', 'conflict', 'conversation_full'],
        bodyBytes: KEPT_BODY_BYTES,
        bodyJson: KEPT_BODY_JSON,
      }),
      async (c) => {
        const { conversation, created } = await conversations.keep(ownedConversation(c), c.req.valid('json'))
        c.header('location', `/api/conversations/${conversation.id}`)
        return c.json(conversation, created ? 201 : 200)
      },
    )
    .patch(
      '/conversations/:id',
      operation({
        act: 'making',
        tag: 'conversations',
        signedIn: true,
        summary: 'Rename a conversation, show another path of it, or choose the model that answers in it',
        body: conversationChangesSchema,
        answers: { 200: json('The changed conversation.', conversationSummarySchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await conversations.change(ownedConversation(c), c.req.valid('json')), 200),
    )
    .delete(
      '/conversations/:id',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'Delete a conversation, which stops its running reply and can be undone for ten seconds',
        answers: { 204: done('It is deleted.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await conversations.remove(ownedConversation(c))
        return c.body(null, 204)
      },
    )
    .post(
      '/conversations/:id/restore',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'Undo the deletion of a conversation',
        answers: { 200: json('The conversation.', conversationSummarySchema) },
        errors: ['not_found', 'undo_expired'],
      }),
      async (c) => c.json(await conversations.restore(ownedConversation(c)), 200),
    )
}

function copyingRoutes(conversations: Conversations) {
  return new Hono<AppEnv>()
    .post(
      '/conversations/:id/fork',
      operation({
        act: 'speaking',
        tag: 'conversations',
        signedIn: true,
        summary: 'Begin a new conversation with what was said up to a message',
        body: forkSchema,
        answers: {
          201: json('The new conversation.', conversationSummarySchema),
          200: json('The conversation that an earlier try with the same id made.', conversationSummarySchema),
        },
        errors: ['not_found', 'conflict', 'quota_reached'],
      }),
      async (c) => {
        const { conversation, created } = await conversations.fork(ownedConversation(c), c.req.valid('json'))
        c.header('location', `/api/conversations/${conversation.id}`)
        return c.json(conversation, created ? 201 : 200)
      },
    )
    .get(
      '/conversations/:id/export',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'A conversation as a file: the path that is shown as Markdown, or all of it as JSON',
        query: exportQuerySchema,
        answers: {
          200: {
            description: 'The file.',
            content: [{ bytes: 'text/markdown' }, { json: conversationSchema }],
          },
        },
        errors: ['not_found'],
      }),
      async (c) => {
        const { format } = c.req.valid('query')
        const { filename, contentType, body } = await conversations.export(ownedConversation(c), format)
        return c.body(body, 200, {
          'content-type': contentType,
          'content-disposition': attachment(filename),
        })
      },
    )
}
