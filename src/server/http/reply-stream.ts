import { setImmediate } from 'node:timers/promises'
import type { ReplyEvent } from '../../shared/chat/chat.ts'
import { isGrowth, isWhole, type Known, NOTHING, placeAfter } from '../../shared/chat/parts.ts'
import type { Answers } from '../domain/chat/answers.ts'
import { eventStream, type WatchSession } from './event-stream.ts'

/** More text than this within a moment is sent at once. */
const PACED_CHARACTERS = 2_000

/**
 * Responds with a reply's events, which must end when their signal is aborted. The `id` of an event says how far a
 * reader has the reply, like `after` and `revision`: `120`, or `120-3` with the third revision of whole parts.
 */
export async function replyStream(
  events: (gone: AbortSignal) => AsyncIterable<ReplyEvent> | Promise<AsyncIterable<ReplyEvent>>,
  {
    answers,
    known = NOTHING,
    endWith,
  }: { answers: Pick<Answers, 'isBusy'>; known?: Known; endWith?: WatchSession | undefined },
): Promise<Response> {
  const gone = new AbortController()
  const answer = eventStream(await events(gone.signal), {
    idOf: idsAfter(known),
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

function idsAfter({ at, revision }: Known): (event: ReplyEvent) => string | undefined {
  return (event) => {
    if (isGrowth(event)) at = placeAfter(event)
    else if (isWhole(event)) revision = Math.max(revision, event.revision)
    else if (event.type === 'truncated') {
      at = event.at
      revision = Math.min(revision, event.revision ?? revision)
    } else return undefined
    return revision === 0 ? String(at) : `${at}-${revision}`
  }
}

/** Joins two pieces of one part that were not sent yet. */
export function joinGrowth(earlier: ReplyEvent, later: ReplyEvent): ReplyEvent | null {
  if (!isGrowth(earlier) || !isGrowth(later) || earlier.type !== later.type) return null
  return { ...earlier, text: earlier.text + later.text }
}
