import { setImmediate } from 'node:timers/promises'
import type { ReplyEvent } from '../../shared/chat/chat.ts'
import { isGrowth, placeAfter } from '../../shared/chat/parts.ts'
import { eventStream, type WatchSession } from './event-stream.ts'

/** More text than this within a moment is sent at once. */
const PACED_CHARACTERS = 2_000

/** How the events of a reply are joined and paced, in the product's streams and in those of doors. */
export const pacedGrowth = {
  join: joinGrowth,
  mayWait: (event: ReplyEvent) => isGrowth(event) && event.text.length < PACED_CHARACTERS,
}

/**
 * Responds with a reply's events. The `id` of an event is the length of the reply's log up to and including it, so that
 * `Last-Event-ID` tells how much a reader has.
 * @param events returns the events of the reply; they must end when the signal is aborted, because the reader has gone
 * @param endWith ends the response before the reply ends
 */
export async function replyStream(
  events: (gone: AbortSignal) => AsyncIterable<ReplyEvent> | Promise<AsyncIterable<ReplyEvent>>,
  heartbeatMs?: number,
  endWith?: WatchSession,
): Promise<Response> {
  const gone = new AbortController()
  const answer = eventStream(await events(gone.signal), {
    idOf: placeWith,
    ...pacedGrowth,
    onCancel: () => gone.abort(),
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    endWith,
  })
  // The stream is already running. By the next turn of the event loop its request to the model has been sent, so the
  // writes that start the response do not delay the first text.
  await setImmediate()
  return answer
}

function placeWith(event: ReplyEvent): number | undefined {
  switch (event.type) {
    case 'words':
    case 'reasoning':
      return placeAfter(event)
    case 'truncated':
      return event.at
    case 'started':
    case 'sources':
    case 'finished':
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return undefined
  }
}

/** Joins two pieces of one part that were not sent yet. */
function joinGrowth(earlier: ReplyEvent, later: ReplyEvent): ReplyEvent | null {
  if (!isGrowth(earlier) || !isGrowth(later) || earlier.type !== later.type) return null
  return { ...earlier, text: earlier.text + later.text }
}
