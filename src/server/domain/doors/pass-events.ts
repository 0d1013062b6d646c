import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import { passItems } from '../../base/pass-items.ts'
import type { ReplyAside } from '../chat/reply.ts'

/** Counts the words of calls, which are no words of a reply's text but come from the model all the same. */
export function countingCalls(
  words: { add(text: string): void },
  events: AsyncIterable<ReplyEvent>,
  aside: ReplyAside | undefined,
): AsyncIterable<ReplyEvent> {
  return passItems(events, {
    take: (event) => {
      if (isEnd(event)) for (const call of aside?.calls ?? []) words.add(`${call.name} ${call.arguments}`)
    },
  })
}

/** Ends with `stopped` what has no end because the signal aborted. `begin` keeps the signal until its result is called. */
export async function* endingWith(
  revoked: AbortSignal,
  begin: () => () => void,
  events: AsyncIterable<ReplyEvent>,
): AsyncGenerator<ReplyEvent> {
  const over = begin()
  let isOver = false
  try {
    for await (const event of events) {
      isOver = isEnd(event)
      yield event
    }
  } finally {
    over()
  }
  if (!isOver && revoked.aborted) yield { type: 'stopped' }
}

/** Calls `stop` when the signal aborts while a reply runs, whoever reads it; the events are passed on unchanged. */
export function whileRunning(
  revoked: AbortSignal,
  stop: () => void,
  events: AsyncIterable<ReplyEvent>,
): AsyncIterable<ReplyEvent> {
  revoked.addEventListener('abort', stop, { once: true })
  if (revoked.aborted) stop()
  return passItems(events, { over: () => revoked.removeEventListener('abort', stop) })
}
