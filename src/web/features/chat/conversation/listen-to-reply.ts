import type { ReplyEvent } from '../../../../shared/chat.ts'
import { isEnd } from '../../../../shared/messages.ts'
import type { ConversationView } from './conversation.ts'
import type { Link } from './line.ts'

/** Somebody who listens to a running reply. */
export interface Listening {
  readonly replyId: string
  /** Hands on what was heard but not painted yet. */
  flush: () => void
  /** Hands on what was heard; from here on nothing counts, whatever still arrives, and `onOver` is not called. */
  letGo: () => void
}

/**
 * Listens to a reply. Words are handed on once a frame, everything else at once.
 * @param onAnswer called before the first event is handed on: whoever answers has the reply
 * @param onOver called once, when the reply has ended, or with what went wrong
 */
export function listenToReply(options: {
  replyId: string
  open: (link: Link) => AsyncIterable<ReplyEvent>
  nextFrame: (callback: () => void) => void
  onAnswer: () => void
  onEvents: (events: readonly ReplyEvent[]) => void
  onConnection: (connection: ConversationView['connection']) => void
  onOver: (failure: { error: unknown } | null) => void
}): Listening {
  const controller = new AbortController()
  let unpainted: ReplyEvent[] = []
  let isLetGo = false

  const flush = () => {
    const events = unpainted
    unpainted = []
    if (events.length > 0 && !isLetGo) options.onEvents(events)
  }
  const onConnection = (connection: ConversationView['connection']) => {
    if (!isLetGo) options.onConnection(connection)
  }

  async function listen(): Promise<void> {
    let isAnswered = false
    for await (const event of options.open({ signal: controller.signal, onConnection })) {
      if (isLetGo) return
      if (!isAnswered) options.onAnswer()
      isAnswered = true
      unpainted.push(event)
      if (isEnd(event)) return
      if (event.type !== 'words') flush()
      else if (unpainted.length === 1) options.nextFrame(flush)
    }
    throw new Error('The stream ended without an end.')
  }

  void listen().then(
    () => over(null),
    (error: unknown) => over({ error }),
  )
  function over(failure: { error: unknown } | null): void {
    flush()
    if (!isLetGo) options.onOver(failure)
  }

  return {
    replyId: options.replyId,
    flush,
    letGo: () => {
      flush()
      isLetGo = true
      controller.abort()
    },
  }
}
