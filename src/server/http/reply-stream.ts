import { setImmediate } from 'node:timers/promises'
import type { ReplyEvent } from '../../shared/chat/chat.ts'
import { isGrowth, placeAfter } from '../../shared/chat/parts.ts'
import type { Answers } from '../domain/chat/answers.ts'
import { eventStream, type WatchSession } from './event-stream.ts'

/** More text than this within a moment is sent at once. */
const PACED_CHARACTERS = 2_000

/**
 * Responds with a reply's events. The `id` of an event is the length of the reply's log up to and including it, so that
 * `Last-Event-ID` tells how much a reader has.
 * @param events returns the events of the reply; they must end when the signal is aborted, because the reader has gone
 * @param options.answers knows whether so many replies run that words wait a moment for those after them
 * @param options.endWith ends the response before the reply ends
 */
export async function replyStream(
  events: (gone: AbortSignal) => AsyncIterable<ReplyEvent> | Promise<AsyncIterable<ReplyEvent>>,
  { answers, endWith }: { answers: Pick<Answers, 'isBusy'>; endWith?: WatchSession | undefined },
): Promise<Response> {
  const gone = new AbortController()
  const answer = eventStream(await events(gone.signal), {
    idOf: placeWith,
    join: joinGrowth,
    mayWait: (event) => answers.isBusy && isGrowth(event) && event.text.length < PACED_CHARACTERS,
    onCancel: () => gone.abort(),
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
export function joinGrowth(earlier: ReplyEvent, later: ReplyEvent): ReplyEvent | null {
  if (!isGrowth(earlier) || !isGrowth(later) || earlier.type !== later.type) return null
  return { ...earlier, text: earlier.text + later.text }
}
