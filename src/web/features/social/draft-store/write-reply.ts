import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply, type Reply } from '../../../../shared/chat/messages.ts'
import { listenToReply } from '../../../blocks/follow-stream/listen-to-reply.ts'

export interface Writing {
  /** Cancels the request; no callback is called any more. @returns the reply so far */
  abort: () => Reply
}

/**
 * @param nextFrame all words that arrive until then are one change
 * @param onEnd called once: with the ended reply, or with the stream's error and the text before it
 */
export function writeReply(options: {
  id: string
  open: (signal: AbortSignal) => AsyncIterable<ReplyEvent>
  nextFrame: (callback: () => void) => void
  now: () => Date
  onWords: (content: string) => void
  onEnd: (reply: Reply, failure: { error: unknown } | null) => void
}): Writing {
  const timeOfNow = () => options.now().toISOString()
  let reply = newReply({ id: options.id, parentId: null, number: 1, createdAt: timeOfNow() })
  let isAborted = false
  const listening = listenToReply({
    open: ({ signal }) => options.open(signal),
    nextFrame: options.nextFrame,
    onEvents: (events) => {
      const before = reply.content
      for (const event of events) reply = foldReply(reply, event, timeOfNow())
      if (!isAborted && reply.state === 'running' && reply.content !== before) options.onWords(reply.content)
    },
    onOver: (failure) => options.onEnd(reply, failure),
  })
  return {
    abort: () => {
      isAborted = true
      listening.abort()
      return reply
    },
  }
}
