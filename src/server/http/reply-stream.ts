import { setImmediate } from 'node:timers/promises'
import type { ReplyEvent } from '../../shared/chat/chat.ts'
import { isGrowth, placeAfter } from '../../shared/chat/parts.ts'
import { eventStream, type WatchSession } from './event-stream.ts'

/**
 * Answers with a reply's events. The `id` of an event is its place: the length of the reply's log with it, so
 * that `Last-Event-ID` says how much a reader has.
 * @param events those of the reply, which must end when the signal is aborted: then the reader is gone
 * @param endWith what the answer ends with before the reply does
 */
export async function replyStream(
  events: (gone: AbortSignal) => AsyncIterable<ReplyEvent>,
  heartbeatMs?: number,
  endWith?: WatchSession,
): Promise<Response> {
  const gone = new AbortController()
  const answer = eventStream(events(gone.signal), {
    idOf: placeWith,
    join: joinGrowth,
    onCancel: () => gone.abort(),
    ...(heartbeatMs !== undefined && { heartbeatMs }),
    endWith,
  })
  // The stream runs already. By the next turn its request to the model is on the wire, and the writes that open
  // the answer cost the first word nothing.
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
    case 'finished':
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return undefined
  }
}

function joinGrowth(earlier: ReplyEvent, later: ReplyEvent): ReplyEvent | null {
  if (!isGrowth(earlier) || !isGrowth(later) || earlier.type !== later.type) return null
  return { ...earlier, text: earlier.text + later.text }
}
