import type { TryOut } from '../../../../shared/try-out.ts'
import type { Api } from '../../../lib/api.ts'
import type { AskAgent } from '../conversation/page-line.ts'
import { replyEvents } from './reply-events.ts'

/**
 * Asks an own agent as it would be. Throws as `AskAgent` says.
 * @param draft what it would be, asked for with every question
 */
export const askTryOut =
  (api: Api, id: string, draft: () => TryOut['draft']): AskAgent =>
  ({ message, history }, signal) =>
    replyEvents(
      api.agents[':id']['try-out'].$post(
        { param: { id }, json: { draft: draft(), message, history } },
        { init: { signal } },
      ),
    )
