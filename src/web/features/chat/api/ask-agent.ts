import type { Api } from '../../../lib/api.ts'
import type { AskAgent } from '../conversation/page-line.ts'
import { replyEvents } from './reply-events.ts'

/** Asks for a reply that nobody keeps. Throws as `AskAgent` says. */
export const askAgent =
  (api: Api): AskAgent =>
  (request, signal) =>
    replyEvents(api.chat.$post({ json: request }, { init: { signal } }))
