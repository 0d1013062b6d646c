import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { placeAfter } from '../../../../shared/chat/parts.ts'
import { type Follower, followStream, type Step } from '../../../blocks/follow-stream/follow-stream.ts'
import type { Connection } from '../../../blocks/follow-stream/watch-connection.ts'
import { isAnswer, maySucceedLater, type Reconnecting } from '../../../lib/http/reconnecting.ts'

/**
 * Yields the events of a reply to its end, over as many connections as necessary. Each connection continues after the
 * events before it, so that nothing is missing; the fold ignores events that arrive twice.
 * @param connect opens a connection that continues after this many units of the reply's log. Null means that the
 *   server has not answered yet, so the question must be sent, with the same ids each time
 * @param from how many units are known at the beginning
 * @throws the final error: a refusal, or the reason of the subscriber's signal
 */
export async function* resumeReply(
  connect: (known: number | null, connection: Connection) => AsyncIterable<ReplyEvent>,
  from: number | null,
  follower: Follower,
  time: Reconnecting,
): AsyncGenerator<ReplyEvent, void> {
  const stream = followStream({
    ...follower,
    connect,
    fold: knownWith,
    resumeFrom: from,
    // Before the first answer the server may not have the question, so only an answer of the server is final.
    isFinal: (error, known) => (known === null ? isAnswer(error) : !maySucceedLater(error)),
    time,
  })
  for await (const { event } of stream) yield event
}

/** The known units of the log after an event, given those before it. */
function knownWith(before: number | null, event: ReplyEvent): Step<number | null> {
  const known = before ?? 0
  switch (event.type) {
    case 'words':
    case 'reasoning': {
      // Units in between are missing and must be requested.
      if (event.at > known) return { kind: 'gap', state: known }
      const after = Math.max(known, placeAfter(event))
      return { kind: 'next', state: after, isNews: after > known }
    }
    case 'truncated':
      return { kind: 'next', state: Math.min(known, event.at), isNews: false }
    case 'started':
    case 'sources':
      return { kind: 'next', state: known, isNews: false }
    case 'finished':
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return { kind: 'end', state: known }
  }
}
