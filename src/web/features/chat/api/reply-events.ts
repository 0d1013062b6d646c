import type { ClientResponse } from 'hono/client'
import { type ReplyEvent, replyEventSchema } from '../../../../shared/chat.ts'
import { answer } from '../../../lib/api.ts'
import { readEvents } from '../../../lib/stream.ts'

/** The events of a reply that was asked for. @throws {ApiError} when the server refuses; what fetch or a broken stream throws */
export async function* replyEvents(
  pending: Promise<ClientResponse<unknown, number, string>>,
): AsyncGenerator<ReplyEvent> {
  const response = await pending
  if (!response.ok) await answer(Promise.resolve(response))
  if (response.body) yield* readEvents(response.body, replyEventSchema)
}
