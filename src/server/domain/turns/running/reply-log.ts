import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply, type Reply } from '../../../../shared/chat/messages.ts'
import {
  isPart,
  type Known,
  knownOf,
  nextAfter,
  partsOf,
  type Sent,
  sentTo,
  sentWith,
  type WithParts,
  withParts,
} from '../../../../shared/chat/parts.ts'

/**
 * Waits for what is not known yet, or takes back what the follower has: see `lags`. A slow follower delays nobody, and
 * gets what it missed in one piece. After `gone` there is no end event.
 */
export type FollowReply = (known: Known, gone: AbortSignal) => AsyncGenerator<ReplyEvent, void>

/** One reply on this server, shared by all of its followers here. */
export class ReplyLog {
  readonly #clock: () => Date
  readonly #onChange: () => void
  readonly #lags: boolean
  readonly #wakes = new Set<() => void>()
  #reply: Reply
  #started: ReplyEvent | undefined
  #end: ReplyEvent | undefined

  /**
   * @param options.lags whether the receiving server may be ahead: what is beyond is only taken back at the end
   * @param options.before what is stored of a reply that goes on
   */
  constructor(
    replyId: string,
    options: {
      clock: () => Date
      onChange?: (() => void) | undefined
      lags?: boolean | undefined
      before?: WithParts & Pick<Reply, 'repliedAt'>
    },
  ) {
    const { clock, onChange = () => {}, lags = false, before } = options
    this.#clock = clock
    this.#onChange = onChange
    this.#lags = lags
    const begun = newReply({ id: replyId, parentId: null, number: 0, createdAt: clock().toISOString() })
    this.#reply = { ...begun, ...before }
  }

  reply(): Reply {
    return this.#reply
  }

  /** Followers get the start and the parts at once, but not the end. */
  take(event: ReplyEvent): void {
    const before = this.#reply
    this.#reply = foldReply(before, event, before.repliedAt ?? this.#clock().toISOString())
    if (!this.#isTold(event, this.#reply !== before)) return
    this.#wakeAll()
    this.#onChange()
  }

  #isTold(event: ReplyEvent, hasChanged: boolean): boolean {
    if (isPart(event)) return hasChanged
    switch (event.type) {
      case 'started':
        this.#started ??= event
        return true
      case 'truncated':
        return hasChanged
      case 'finished':
      case 'waiting':
      case 'stopped':
      case 'interrupted':
      case 'failed':
        return false
      default:
        return event satisfies never
    }
  }

  /** Tells future followers, too, and takes back what is beyond `stored`, as another server ended the reply. */
  notify(end: ReplyEvent, stored?: WithParts): void {
    this.#end ??= end
    if (stored) this.#reply = withParts(this.#reply, partsOf(stored))
    this.#wakeAll()
  }

  async *follow(known: Known, gone: AbortSignal): AsyncGenerator<ReplyEvent, void> {
    let resume = () => {}
    const wake = () => resume()
    const change = () =>
      new Promise<void>((resolve) => {
        resume = resolve
      })
    this.#wakes.add(wake)
    gone.addEventListener('abort', wake)
    try {
      // A reply that failed before its start only has an end.
      while (!this.#started && !this.#end && !gone.aborted) await change()
      if (this.#started && !gone.aborted) yield this.#started
      let sent: Sent = sentTo(partsOf(this.#reply), known)
      while (!gone.aborted) {
        const parts = partsOf(this.#reply)
        const next = nextAfter(parts, sent)
        const { at, revision } = knownOf(parts)
        if (next) {
          sent = sentWith(sent, next)
          yield next
        } else if ((at < sent.at || revision < sent.revision) && (this.#end || !this.#lags)) {
          // Whoever had more of what changed lacks what was before.
          sent = { at: Math.min(at, sent.at), revision: 0, id: 0 }
          yield { type: 'truncated', at: sent.at, revision }
        } else if (this.#end) return yield this.#end
        else await change()
      }
    } finally {
      this.#wakes.delete(wake)
      gone.removeEventListener('abort', wake)
    }
  }

  #wakeAll() {
    for (const wake of this.#wakes) wake()
  }
}
