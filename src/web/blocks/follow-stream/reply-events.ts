import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import type { AskReply } from './read-reply.ts'

/** What reads a reply: whoever only looks at a conversation loads none of it. */
const loadReader = () => import('./read-reply.ts')

/** Fetches the reader ahead of its first use, as when somebody begins to write. */
export function preloadReplyEvents(): void {
  loadReader().catch(() => {})
}

/** The events of a reply that one connection alone brings. Throws as `readReply` does. */
export async function* replyEvents(ask: AskReply, outer: AbortSignal): AsyncGenerator<ReplyEvent> {
  const { readReply } = await loadReader()
  yield* readReply(ask, outer)
}
