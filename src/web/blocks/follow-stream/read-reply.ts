import type { ClientResponse } from 'hono/client'
import { type ReplyEvent, replyEventSchema } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import { browserReconnecting, pauseBeforeTry } from '../../lib/http/reconnecting.ts'
import { readAnswer } from '../../lib/http/stream.ts'
import { finalUnlessRestarting } from '../../lib/http/while-restarting.ts'
import { watchConnection } from './watch-connection.ts'

export type AskReply = (signal: AbortSignal) => Promise<ClientResponse<unknown, number, string>>

/**
 * Reads a reply that is not stored and so exists on one connection only. Ending the loop closes it, which stops the
 * model. A server that starts or ends has begun nothing of it, so it is asked again, as is whoever comes after it.
 * @throws {ApiError} for an error response; the error of `fetch` or of a broken stream; a `TypeError` when the server
 * sends nothing for too long
 */
export async function* readReply(ask: AskReply, outer: AbortSignal): AsyncGenerator<ReplyEvent> {
  const isFinal = finalUnlessRestarting()
  for (let tries = 0; ; tries++) {
    let hasBegun = false
    try {
      for await (const event of readOnce(ask, outer)) {
        hasBegun = true
        yield event
      }
      return
    } catch (error) {
      if (hasBegun || outer.aborted || isFinal(error, tries)) throw error
      await pauseBeforeTry(tries, browserReconnecting, { signal: outer, failure: error })
    }
  }
}

async function* readOnce(ask: AskReply, outer: AbortSignal): AsyncGenerator<ReplyEvent> {
  outer.throwIfAborted()
  const { signal, onBytes, close } = watchConnection(outer, browserReconnecting, 'single')
  try {
    yield* readAnswer(ask(signal), replyEventSchema, onBytes, isEnd)
  } finally {
    close()
  }
}
