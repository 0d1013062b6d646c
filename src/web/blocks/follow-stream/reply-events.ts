import type { ClientResponse } from 'hono/client'
import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { browserReconnecting } from '../../lib/http/reconnecting.ts'
import { watchConnection } from './watch-connection.ts'

/** The reader of streams and the schema of their events: whoever only looks at a conversation loads neither. */
const loadReader = () =>
  Promise.all([import('../../lib/http/stream.ts'), import('../../../shared/chat/chat.ts')])

/** Fetches the reader ahead of its first use, as when somebody begins to write. */
export function preloadReplyEvents(): void {
  loadReader().catch(() => {})
}

/**
 * The events of a reply that one connection alone brings, because nothing of it is stored. Ending the loop lets go of
 * the model.
 * @param ask sends the request
 * @param outer gives it up
 * @throws {ApiError} when the server refuses; what fetch or a broken stream throws, a `TypeError` when the server falls silent
 */
export async function* replyEvents(
  ask: (signal: AbortSignal) => Promise<ClientResponse<unknown, number, string>>,
  outer: AbortSignal,
): AsyncGenerator<ReplyEvent> {
  preloadReplyEvents()
  const { signal, onBytes, close } = watchConnection(outer, browserReconnecting, 'single')
  try {
    // The request is on its way while the reader comes.
    const pending = ask(signal)
    pending.catch(() => {})
    const [{ readAnswer }, { replyEventSchema }] = await loadReader()
    yield* readAnswer(pending, replyEventSchema, onBytes)
  } finally {
    close()
  }
}
