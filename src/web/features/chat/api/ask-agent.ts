import { replyEventSchema } from '../../../../shared/chat.ts'
import { type Api, answer } from '../../../lib/api.ts'
import { readEvents } from '../../../lib/stream.ts'
import type { AskAgent } from '../conversation/page-line.ts'

/** Asks for a reply that nobody keeps. Throws as `AskAgent` says. */
export const askAgent = (api: Api): AskAgent =>
  async function* ask(request, signal) {
    const response = await api.chat.$post({ json: request }, { init: { signal } })
    if (!response.ok) await answer(Promise.resolve(response))
    if (response.body) yield* readEvents(response.body, replyEventSchema)
  }
