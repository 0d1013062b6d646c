import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Follower } from '../../../blocks/follow-stream/follow-stream.ts'
import { type Listening, listenToReply } from '../../../blocks/follow-stream/listen-to-reply.ts'
import type { ConversationStore } from './conversation-store.ts'
import { logFailure } from './reply-failure.ts'

interface FollowedReplyParts {
  store: ConversationStore
  nextFrame: (callback: () => void) => void
  now: () => Date
  /** Called before the first event of a reply: from then on the server has it. */
  onAnswer: (replyId: string) => void
  /** Called once the reply is over, or its stream failed. Not called for a subscription that was aborted. */
  onOver: (hasFailed: boolean) => void
}

/** A conversation's subscription to its running reply; there is one at most. */
export class FollowedReply {
  readonly #parts: FollowedReplyParts
  #listening: (Listening & { readonly replyId: string }) | undefined

  constructor(parts: FollowedReplyParts) {
    this.#parts = parts
  }

  get replyId(): string | undefined {
    return this.#listening?.replyId
  }

  listen(
    replyId: string,
    open: (follower: Follower) => AsyncIterable<ReplyEvent>,
    onFailure: (error: unknown) => void,
  ): void {
    const { store, nextFrame, now, onAnswer, onOver } = this.#parts
    const begun = listenToReply({
      open,
      nextFrame,
      onAnswer: () => onAnswer(replyId),
      onConnection: (connection) => {
        if (store.view.connection !== connection) store.publish(store.state, { connection })
      },
      onEvents: (events) => {
        store.receive(replyId, events, now())
        for (const event of events) if (event.type === 'failed') logFailure(event)
      },
      onOver: (failure) => {
        this.#listening = undefined
        if (failure) onFailure(failure.error)
        store.publish(store.state, { connection: 'live' })
        onOver(failure !== null)
      },
    })
    this.#listening = { replyId, ...begun }
  }

  flush(): void {
    this.#listening?.flush()
  }

  /** Ends the subscription without stopping the reply; later events are ignored. */
  abort(): void {
    this.#listening?.abort()
    this.#listening = undefined
  }
}
