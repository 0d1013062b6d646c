import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { TriedTurn } from '../../../../shared/swarm/swarm.ts'
import { replyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import type { Api } from '../../../lib/http/api.ts'

/** Has one turn of a run said that is kept nowhere, and yields its events as they come. Throws as `replyEvents` does. */
export type AskTurn = (turn: TriedTurn, signal: AbortSignal) => AsyncIterable<ReplyEvent>

export const askTurn =
  (api: Api): AskTurn =>
  (turn, outer) =>
    replyEvents((signal) => api.swarm.turns.$post({ json: turn }, { init: { signal } }), outer)
