import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isGrowth, isPart, type Known, placeAfter } from '../../../../shared/chat/parts.ts'
import { type Follower, followStream, type Step } from '../../../blocks/follow-stream/follow-stream.ts'
import type { Connection } from '../../../blocks/follow-stream/watch-connection.ts'
import { isAnswer, maySucceedLater, type Reconnecting } from '../../../lib/http/reconnecting.ts'

/**
 * Uses as many connections as necessary, each continuing after the events before it; the fold ignores events that
 * arrive twice.
 * @param connect gets how far the reply is known; null: the server has not answered, so the question must be sent, with
 * the same ids each time
 * @throws the final error: a refusal, or the reason of the subscriber's signal
 */
export async function* resumeReply(
  connect: (known: Known | null, connection: Connection) => AsyncIterable<ReplyEvent>,
  from: Known | null,
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

function knownWith(before: Known | null, event: ReplyEvent): Step<Known | null> {
  const known = before ?? { at: 0, revision: 0 }
  if (isPart(event)) {
    // What is in between is missing and must be requested.
    if (event.at > known.at) return { kind: 'gap', state: known }
    const state = isGrowth(event)
      ? { ...known, at: Math.max(known.at, placeAfter(event)) }
      : { ...known, revision: Math.max(known.revision, event.revision) }
    return { kind: 'next', state, isNews: state.at > known.at || state.revision > known.revision }
  }
  switch (event.type) {
    case 'truncated': {
      const { at, revision = known.revision } = event
      const state = { at: Math.min(known.at, at), revision: Math.min(known.revision, revision) }
      return { kind: 'next', state, isNews: false }
    }
    case 'started':
      return { kind: 'next', state: known, isNews: false }
    case 'finished':
    case 'waiting':
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return { kind: 'end', state: known }
  }
}
