import { replyEventSchema } from '../../../../shared/chat.ts'
import type { Conversation } from '../../../../shared/conversations.ts'
import { type Api, answer } from '../../../lib/api.ts'
import { readEvents } from '../../../lib/stream.ts'
import type { StoredReplies } from '../conversation/stored-line.ts'

/** The requests of one stored conversation. Throws as `StoredReplies` says. */
export function storedReplies(api: Api, id: string, load: () => Promise<Conversation>): StoredReplies {
  const conversation = api.conversations[':id']
  const reply = conversation.replies[':reply']
  return {
    async *ask(ask, { signal, onBytes }) {
      const response = await conversation.replies.$post({ param: { id }, json: ask }, { init: { signal } })
      if (!response.ok) await answer(Promise.resolve(response))
      if (response.body) yield* readEvents(response.body, replyEventSchema, onBytes)
    },
    async *follow(replyId, after, { signal, onBytes }) {
      const response = await reply.$get(
        { param: { id, reply: replyId }, query: { after } },
        { init: { signal } },
      )
      if (!response.ok) await answer(Promise.resolve(response))
      if (response.body) yield* readEvents(response.body, replyEventSchema, onBytes)
    },
    // Kept alive: whoever stops a reply and closes the page has stopped it.
    stop: async (replyId) => {
      await answer(reply.stop.$post({ param: { id, reply: replyId } }, { init: { keepalive: true } }))
    },
    select: async (activeLeaf) => {
      await answer(
        conversation.$patch({ param: { id }, json: { activeLeaf } }, { init: { keepalive: true } }),
      )
    },
    keep: async (kept) => {
      await answer(conversation.$put({ param: { id }, json: kept }))
    },
    load,
  }
}
