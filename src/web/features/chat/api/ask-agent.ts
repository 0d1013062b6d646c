import { replyEventSchema } from '../../../../shared/chat.ts'
import { type Api, answer } from '../../../lib/api.ts'
import { readEvents } from '../../../lib/stream.ts'
import type { AskAgent } from '../conversation-session.ts'

/**
 * Asks for a reply and yields its events as they come.
 * @throws {ApiError} when the server refuses; whatever fetch throws when it can't be reached or was aborted
 */
export const askAgent = (api: Api): AskAgent =>
  async function* ask(request, signal) {
    const response = await api.chat.$post({ json: request }, { init: { signal } })
    if (!response.ok) await answer(Promise.resolve(response))
    if (response.body) yield* readEvents(response.body, replyEventSchema)
  }
