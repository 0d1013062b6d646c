import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { placeAfter } from '../../../../shared/chat/parts.ts'
import { type Follower, followStream, type Step } from '../../../blocks/follow-stream/follow-stream.ts'
import type { Connection } from '../../../blocks/follow-stream/watch-connection.ts'
import { isAnswer, maySucceedLater, type Reconnecting } from '../../../lib/http/reconnecting.ts'

/**
 * The events of a reply to its end, over as many connections as that takes. Each goes on after what came before
 * it, so that nothing is missing; what comes twice is for the fold to pass over.
 * @param connect opens a connection that goes on after so many units of the reply's log; with null nobody has answered yet, and
 *   the question is to be asked, under the same ids each time
 * @param from how much is known at the beginning
 * @throws what ends it for good: a refusal, or the follower's abort
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
    // Before anybody has answered the question may not have come, so only an answer ends it.
    isFinal: (error, known) => (known === null ? isAnswer(error) : !maySucceedLater(error)),
    time,
  })
  for await (const { event } of stream) yield event
}

/** How many units of the log are known with an event, where so many were known before it. */
function knownWith(before: number | null, event: ReplyEvent): Step<number | null> {
  const known = before ?? 0
  switch (event.type) {
    case 'words':
    case 'reasoning': {
      // What lies between is missing: it has to be asked for.
      if (event.at > known) return { kind: 'gap', state: known }
      const after = Math.max(known, placeAfter(event))
      return { kind: 'next', state: after, isNews: after > known }
    }
    case 'truncated':
      return { kind: 'next', state: Math.min(known, event.at), isNews: false }
    case 'started':
      return { kind: 'next', state: known, isNews: false }
    case 'finished':
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return { kind: 'end', state: known }
  }
}
