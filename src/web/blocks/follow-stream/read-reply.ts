import type { ClientResponse } from 'hono/client'
import { type ReplyEvent, replyEventSchema } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import { browserReconnecting } from '../../lib/http/reconnecting.ts'
import { readAnswer } from '../../lib/http/stream.ts'
import { watchConnection } from './watch-connection.ts'

export type AskReply = (signal: AbortSignal) => Promise<ClientResponse<unknown, number, string>>

/**
 * Reads a reply that is not stored and so exists on one connection only. Ending the loop closes it, which stops the
 * model.
 * @throws {ApiError} for an error response; the error of `fetch` or of a broken stream; a `TypeError` when the server
 * sends nothing for too long
 */
export async function* readReply(ask: AskReply, outer: AbortSignal): AsyncGenerator<ReplyEvent> {
  outer.throwIfAborted()
  const { signal, onBytes, close } = watchConnection(outer, browserReconnecting, 'single')
  try {
    yield* readAnswer(ask(signal), replyEventSchema, onBytes, isEnd)
  } finally {
    close()
  }
}
