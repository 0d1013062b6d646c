import { replyEventSchema } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { isEnd } from '../../../../shared/chat/messages.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { browserReconnecting } from '../../../lib/http/reconnecting.ts'
import { readAnswer } from '../../../lib/http/stream.ts'
import { type StoredReplies, storedTransport } from './stored-transport.ts'
import type { StoredTransport } from './transport.ts'

export const openStoredTransport = (
  api: Api,
  conversation: { id: string; agentId: string },
  load: StoredTransport['load'],
): StoredTransport =>
  storedTransport(conversation.agentId, storedReplies(api, conversation.id, load), browserReconnecting)

/** The requests of one stored conversation. Throws as documented at `StoredReplies`. */
function storedReplies(api: Api, id: string, load: () => Promise<Conversation>): StoredReplies {
  const conversation = api.conversations[':id']
  const reply = conversation.replies[':reply']
  return {
    ask: (ask, { signal, onBytes }) =>
      readAnswer(
        conversation.replies.$post({ param: { id }, json: ask }, { init: { signal } }),
        replyEventSchema,
        onBytes,
        isEnd,
      ),
    follow: (replyId, { at: after, revision }, { signal, onBytes }) =>
      readAnswer(
        reply.$get({ param: { id, reply: replyId }, query: { after, revision } }, { init: { signal } }),
        replyEventSchema,
        onBytes,
        isEnd,
      ),
    // `keepalive`, so that the request completes even if the page is closed right after stopping.
    stop: async (replyId) => {
      await unwrap(reply.stop.$post({ param: { id, reply: replyId } }, { init: { keepalive: true } }))
    },
    goOn: async (replyId) => {
      const answer = await reply.resume.$post({ param: { id, reply: replyId } })
      if (!answer.ok) await unwrap(Promise.resolve(answer))
      // Its events are followed as those of any running reply.
      await answer.body?.cancel()
    },
    select: async (activeLeaf) => {
      await unwrap(
        conversation.$patch({ param: { id }, json: { activeLeaf } }, { init: { keepalive: true } }),
      )
    },
    chooseModel: async (modelRef) => {
      await unwrap(conversation.$patch({ param: { id }, json: { modelRef } }))
      // What is known of the conversation elsewhere in the page has the choice before.
      await load()
    },
    keep: async (kept) => {
      await unwrap(conversation.$put({ param: { id }, json: kept }))
    },
    load,
  }
}
