import { replyEventSchema } from '../../../../shared/chat/chat.ts'
import type { Conversation } from '../../../../shared/chat/conversations.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { browserReconnecting } from '../../../lib/http/reconnecting.ts'
import { readAnswer } from '../../../lib/http/stream.ts'
import type { StoredLine } from './line.ts'
import { type StoredReplies, storedLine } from './stored-line.ts'

/** The line of one stored conversation in a browser. */
export const openStoredLine = (
  api: Api,
  conversation: { id: string; agentId: string },
  load: StoredLine['load'],
): StoredLine =>
  storedLine(conversation.agentId, storedReplies(api, conversation.id, load), browserReconnecting)

/** The requests of one stored conversation. Throws as `StoredReplies` says. */
function storedReplies(api: Api, id: string, load: () => Promise<Conversation>): StoredReplies {
  const conversation = api.conversations[':id']
  const reply = conversation.replies[':reply']
  return {
    ask: (ask, { signal, onBytes }) =>
      readAnswer(
        conversation.replies.$post({ param: { id }, json: ask }, { init: { signal } }),
        replyEventSchema,
        onBytes,
      ),
    follow: (replyId, after, { signal, onBytes }) =>
      readAnswer(
        reply.$get({ param: { id, reply: replyId }, query: { after } }, { init: { signal } }),
        replyEventSchema,
        onBytes,
      ),
    // Kept alive: whoever stops a reply and closes the page has stopped it.
    stop: async (replyId) => {
      await unwrap(reply.stop.$post({ param: { id, reply: replyId } }, { init: { keepalive: true } }))
    },
    select: async (activeLeaf) => {
      await unwrap(
        conversation.$patch({ param: { id }, json: { activeLeaf } }, { init: { keepalive: true } }),
      )
    },
    keep: async (kept) => {
      await unwrap(conversation.$put({ param: { id }, json: kept }))
    },
    load,
  }
}
