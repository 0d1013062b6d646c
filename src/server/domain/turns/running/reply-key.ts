import type { ReplyPlace } from '../../../db/turns/running-turns.ts'

/** A reply's own id is chosen by the client and only unique within its conversation. */
export function replyKey({ conversationId, replyId }: ReplyPlace): string {
  return `${conversationId}:${replyId}`
}
