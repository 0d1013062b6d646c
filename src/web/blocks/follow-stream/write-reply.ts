import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { foldReply, newReply, type Reply } from '../../../shared/chat/messages.ts'
import { listenToReply } from './listen-to-reply.ts'

/** A reply that is being written and that this page alone has. */
export interface Writing {
  /** Lets go of the model; nothing is told any more, not even an end. @returns what has come */
  abort: () => Reply
}

/**
 * Follows a reply that nothing else keeps to its end, and folds it here.
 * @param open asks for it
 * @param nextFrame calls back when it is time to paint: all words that arrive until then are one change
 * @param onWords tells what has come so far
 * @param onEnd called once: with the ended reply, or with what broke the stream and the words that came before it did
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
