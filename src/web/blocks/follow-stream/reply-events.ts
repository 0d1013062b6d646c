import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { AskReply } from './read-reply.ts'

/** The reader of replies is loaded on demand: viewing a conversation does not need it. */
const loadReader = () => import('./read-reply.ts')

/** Loads the reader ahead of its first use, for example when a person starts to type. */
export function preloadReplyEvents(): void {
  loadReader().catch(() => {})
}

/** Reads the events of a reply that exists on one connection only. Throws as `readReply` does. */
export async function* replyEvents(ask: AskReply, outer: AbortSignal): AsyncGenerator<ReplyEvent> {
  const { readReply } = await loadReader()
  yield* readReply(ask, outer)
}
