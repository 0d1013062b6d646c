import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { isEnd } from '../../../shared/chat/messages.ts'
import { isGrowth } from '../../../shared/chat/parts.ts'
import type { Follower, StreamState } from './follow-stream.ts'

export interface Listening {
  /** Delivers events that are waiting for the next frame. */
  flush: () => void
  /** Delivers the events received so far and ignores later ones; `onOver` is not called. */
  abort: () => void
}

/**
 * Events that only add text are delivered once per frame, all others at once.
 * @param onAnswer called before the first event: from then on the server has the reply
 * @param onOver called once, with null when the reply has ended, or with the error
 */
export function listenToReply(options: {
  open: (follower: Follower) => AsyncIterable<ReplyEvent>
  nextFrame: (callback: () => void) => void
  onAnswer?: () => void
  onEvents: (events: readonly ReplyEvent[]) => void
  onConnection?: (connection: StreamState) => void
  onOver: (failure: { error: unknown } | null) => void
}): Listening {
  const controller = new AbortController()
  let unpainted: ReplyEvent[] = []
  let isAborted = false
  let isOver = false

  const flush = () => {
    const events = unpainted
    unpainted = []
    if (events.length > 0 && !isAborted) options.onEvents(events)
  }
  const onConnection = (connection: StreamState) => {
    if (!isAborted) options.onConnection?.(connection)
  }

  async function listen(): Promise<void> {
    let isAnswered = false
    for await (const event of options.open({ signal: controller.signal, onConnection })) {
      if (isAborted) return
      if (!isAnswered) options.onAnswer?.()
      isAnswered = true
      unpainted.push(event)
      if (isEnd(event)) return
      if (!isGrowth(event)) flush()
      else if (unpainted.length === 1) options.nextFrame(flush)
    }
    throw new TypeError('The stream ended without an end.')
  }

  void listen().then(
    () => over(null),
    (error: unknown) => over({ error }),
  )
  function over(failure: { error: unknown } | null): void {
    isOver = true
    flush()
    if (!isAborted) options.onOver(failure)
  }

  return {
    flush,
    abort: () => {
      flush()
      isAborted = true
      // The server ends the request of a reply that has ended.
      if (!isOver) controller.abort()
    },
  }
}
