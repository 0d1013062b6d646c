import type { ClientResponse } from 'hono/client'
import { type ReplyEvent, replyEventSchema } from '../../../shared/chat/chat.ts'
import { browserReconnecting } from '../../lib/http/reconnecting.ts'
import { readAnswer } from '../../lib/http/stream.ts'
import { watchConnection } from './watch-connection.ts'

/** Sends the request for a reply. */
export type AskReply = (signal: AbortSignal) => Promise<ClientResponse<unknown, number, string>>

/**
 * The events of a reply that one connection alone brings, because nothing of it is stored. Ending the loop lets go of
 * the model.
 * @param outer gives it up
 * @throws {ApiError} when the server refuses; what fetch or a broken stream throws, a `TypeError` when the server falls silent
 */
export async function* readReply(ask: AskReply, outer: AbortSignal): AsyncGenerator<ReplyEvent> {
  outer.throwIfAborted()
  const { signal, onBytes, close } = watchConnection(outer, browserReconnecting, 'single')
  try {
    yield* readAnswer(ask(signal), replyEventSchema, onBytes)
  } finally {
    close()
  }
}
