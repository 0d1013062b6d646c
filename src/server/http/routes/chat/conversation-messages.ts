import { Hono } from 'hono'
import {
  earlierMessagesSchema,
  earlierQuerySchema,
  erasedMessagesSchema,
  lastTalkSchema,
} from '../../../../shared/chat/conversations.ts'
import type { ConversationMessages } from '../../../domain/conversations/conversation-messages.ts'
import type { AppEnv } from '../../context.ts'
import { json, operation } from '../../operation.ts'
import { ownedConversation, pathId, walletOrVisitor } from '../../request.ts'

/** Routes for single messages of stored conversations. */
export function conversationMessagesRoutes(messages: ConversationMessages) {
  return new Hono<AppEnv>()
    .get(
      '/conversations/:id/earlier',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'What was said before a message, on the path that leads to it',
        query: earlierQuerySchema,
        answers: { 200: json('A page of messages.', earlierMessagesSchema) },
        errors: ['not_found'],
      }),
      async (c) => c.json(await messages.earlier(ownedConversation(c), c.req.valid('query').before), 200),
    )
    .delete(
      '/conversations/:id/messages/:message',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'Erase the words of a question and of its answers, or of one answer, for good',
        answers: { 200: json('What is erased now.', erasedMessagesSchema) },
        errors: ['not_found', 'reply_running'],
      }),
      async (c) => {
        const id = pathId(c, 'This conversation has no such message.', 'message')
        return c.json(await messages.erase(ownedConversation(c), id), 200)
      },
    )
    .get(
      '/agents/:id/last-talk',
      operation({
        tag: 'conversations',
        summary: 'Where somebody was with an agent: their last question, if there is one',
        answers: { 200: json('The last question in a line, or nothing.', lastTalkSchema) },
        errors: ['not_found'],
      }),
      async (c) => {
        const wallet = await walletOrVisitor(c)
        const agentId = pathId(c, 'There is no such agent.')
        return c.json(wallet === null ? { talk: null } : await messages.lastTalk(wallet, agentId), 200)
      },
    )
}
