import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, isEnd, newReply, type Reply } from '../../../../shared/chat/messages.ts'

/** A draft that is being written. */
export interface Writing {
  /** Lets go of the model; nothing is told any more, not even an end. @returns what has come */
  abort: () => Reply
}

/**
 * Follows one draft to its end.
 * @param open asks for it
 * @param nextFrame calls back when it is time to paint: all words that arrive until then are one change
 * @param onWords tells what has come so far
 * @param onEnd called once: with the ended reply, or with what broke the stream and the words that came before it did
 */
export function writeDraft(options: {
  id: string
  open: (signal: AbortSignal) => AsyncIterable<ReplyEvent>
  nextFrame: (callback: () => void) => void
  now: () => Date
  onWords: (content: string) => void
  onEnd: (reply: Reply, failure: { error: unknown } | null) => void
}): Writing {
  const controller = new AbortController()
  let isAborted = false
  let isPainting = false
  const createdAt = options.now().toISOString()
  let reply = newReply({ id: options.id, parentId: null, number: 1, createdAt })

  const paint = () => {
    isPainting = false
    if (!isAborted && reply.state === 'running') options.onWords(reply.content)
  }

  async function follow(): Promise<void> {
    for await (const event of options.open(controller.signal)) {
      if (isAborted) return
      reply = foldReply(reply, event, options.now().toISOString())
      if (isEnd(event)) return
      if (isPainting) continue
      isPainting = true
      options.nextFrame(paint)
    }
    throw new TypeError('The stream ended without an end.')
  }

  void follow().then(
    () => isAborted || options.onEnd(reply, null),
    (error: unknown) => isAborted || options.onEnd(reply, { error }),
  )
  return {
    abort: () => {
      isAborted = true
      controller.abort()
      return reply
    },
  }
}
