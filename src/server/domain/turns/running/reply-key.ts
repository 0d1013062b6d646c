import type { ReplyPlace, TurnScope } from '../../../db/turns/running-turns.ts'

/** A reply's own id is chosen by the client and only unique within its conversation. */
export function replyKey({ conversationId, replyId }: ReplyPlace): string {
  return `${conversationId}:${replyId}`
}

/** Among the replies of all kinds: a client may choose the id that a realm has for a conversation. */
export function relayKey(scope: TurnScope, place: ReplyPlace): string {
  return scope === 'conversation' ? replyKey(place) : `${scope}:${replyKey(place)}`
}

/** One kind of replies at one server. */
export function receiverKey(scope: TurnScope, server: string): string {
  return scope === 'conversation' ? server : `${scope}:${server}`
}
