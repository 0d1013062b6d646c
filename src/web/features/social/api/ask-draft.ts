import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { DraftRequest } from '../../../../shared/social.ts'
import { replyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import type { Api } from '../../../lib/http/api.ts'

/** Requests one draft and yields its events as they arrive. Throws as `replyEvents` does. */
export type AskDraft = (request: DraftRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>

export const askDraft =
  (api: Api): AskDraft =>
  (request, outer) =>
    replyEvents((signal) => api.social.drafts.$post({ json: request }, { init: { signal } }), outer)
