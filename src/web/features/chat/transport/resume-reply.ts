import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { isEnd } from '../../../../shared/chat/messages.ts'
import { isGrowth, placeAfter } from '../../../../shared/chat/parts.ts'
import {
  isAnswer,
  maySucceedLater,
  pauseBeforeTry,
  type Reconnecting,
} from '../../../lib/http/reconnecting.ts'
import { type Connection, watchConnection } from '../../../lib/http/watched-connection.ts'
import type { Link } from './line.ts'

/**
 * The events of a reply to its end, over as many connections as that takes. Each goes on after what came before
 * it, so that nothing is missing; what comes twice is for the fold to pass over.
 * @param connect opens a connection that goes on after so many units of the reply's log; with null nobody has answered yet, and
 *   the question is to be asked, under the same ids each time
 * @param from how much is known at the beginning
 * @throws what ends it for good: a refusal, or the link's abort
 */
export async function* resumeReply(
  connect: (known: number | null, connection: Connection) => AsyncIterable<ReplyEvent>,
  from: number | null,
  link: Link,
  reconnecting: Reconnecting,
): AsyncGenerator<ReplyEvent, void> {
  let known = from
  for (let tries = 0; ; tries++) {
    const connection = watchConnection(link.signal, reconnecting)
    let failure: unknown
    try {
      for await (const event of connect(known, connection)) {
        known ??= 0
        link.onConnection('live')
        // What lies between is missing: it has to be asked for.
        if (isGrowth(event) && event.at > known) break
        const after = knownWith(event, known)
        if (after > known) tries = 0
        known = after
        yield event
        if (isEnd(event)) return
      }
    } catch (error) {
      const isOver = known === null ? isAnswer(error) : !maySucceedLater(error)
      if (link.signal.aborted || isOver) throw error
      failure = error
    } finally {
      connection.close()
    }
    link.onConnection('reconnecting')
    const woke = await pauseBeforeTry(tries, reconnecting, { signal: link.signal, failure })
    link.signal.throwIfAborted()
    if (woke) tries = 0
  }
}

/** How many units of the log are known with an event, where so many were known before it. */
function knownWith(event: ReplyEvent, known: number): number {
  switch (event.type) {
    case 'words':
    case 'reasoning':
      return Math.max(known, placeAfter(event))
    case 'truncated':
      return Math.min(known, event.at)
    case 'started':
    case 'finished':
    case 'stopped':
    case 'interrupted':
    case 'failed':
      return known
  }
}
