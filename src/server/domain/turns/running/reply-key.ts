import type { ReplyPlace } from '../../../db/turns/running-turns.ts'

/** Names a reply among all: its own id is made by who asks, and is unique in its conversation alone. */
export function replyKey({ conversationId, replyId }: ReplyPlace): string {
  return `${conversationId}:${replyId}`
}
