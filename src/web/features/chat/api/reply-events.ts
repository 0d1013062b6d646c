import type { ClientResponse } from 'hono/client'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { unwrap } from '../../../lib/http/api.ts'

/** The reader of streams and the schema of their events: whoever only looks at a conversation loads neither. */
const loadReader = () =>
  Promise.all([import('../../../lib/http/stream.ts'), import('../../../../shared/chat/chat.ts')])

/** Fetches the reader ahead of its first use, as when somebody begins to write. */
export function preloadReplyEvents(): void {
  loadReader().catch(() => {})
}

/** The events of a reply that was asked for. @throws {ApiError} when the server refuses; what fetch or a broken stream throws */
export async function* replyEvents(
  pending: Promise<ClientResponse<unknown, number, string>>,
): AsyncGenerator<ReplyEvent> {
  preloadReplyEvents()
  const response = await pending
  if (!response.ok) await unwrap(Promise.resolve(response))
  const [{ readEvents }, { replyEventSchema }] = await loadReader()
  if (response.body) yield* readEvents(response.body, replyEventSchema)
}
