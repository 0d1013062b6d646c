import { type ReplyEvent, replyEventSchema } from '../../../../shared/chat/chat.ts'
import type { DraftRequest } from '../../../../shared/social.ts'
import { type Api, unwrap } from '../../../lib/http/api.ts'
import { readEvents } from '../../../lib/http/stream.ts'

/**
 * Asks for one draft and yields its events as they come. Ending the loop lets go of the model.
 * @throws {ApiError} where it was refused; whatever fetch throws passes through, and so does what breaks a stream
 */
export type AskDraft = (request: DraftRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>

export const askDraft = (api: Api): AskDraft =>
  async function* ask(request, signal) {
    const response = await api.social.drafts.$post({ json: request }, { init: { signal } })
    if (!response.ok) await unwrap(Promise.resolve(response))
    if (response.body) yield* readEvents(response.body, replyEventSchema)
  }
