import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { AskReply } from './read-reply.ts'

/** Loaded on demand: viewing a conversation does not need it. */
const loadReader = () => import('./read-reply.ts')

/** Loads the reader ahead of its first use, as when a person starts to type. */
export function preloadReplyEvents(): void {
  loadReader().catch(() => {})
}

/** Throws as `readReply` does. */
export async function* replyEvents(ask: AskReply, outer: AbortSignal): AsyncGenerator<ReplyEvent> {
  const { readReply } = await loadReader()
  yield* readReply(ask, outer)
}
