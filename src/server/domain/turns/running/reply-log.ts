import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply, type Reply } from '../../../../shared/chat/messages.ts'
import {
  cutAt,
  growthAfter,
  logLength,
  logOf,
  partsOf,
  placeAfter,
  withParts,
} from '../../../../shared/chat/parts.ts'
import { unitsOf } from './count-characters.ts'

/** What is known here of one reply, for all who follow it here. */
export interface ReplyLog {
  /** As it stands. */
  reply(): Reply
  /** Takes in what was heard of it. Who follows hears the beginning and the parts at once, but no end. */
  take(event: ReplyEvent): void
  /**
   * Tells the end to everybody who follows, now and later.
   * @param characters how many the log of the stored reply has, by code point; what was heard beyond them is taken back
   */
  tell(end: ReplyEvent, characters?: number): void
  /** See `FollowReply`. */
  follow: FollowReply
}

/**
 * A reply from a place in its log on: `started`, what its parts grow by, and the end, as soon as each is known. It waits
 * for what lies beyond the place where there is nothing yet, and takes back what there is not: see `lags`. Everybody
 * follows at their own pace; who does not take what there is holds up nobody, and gets it in one piece later.
 * @param after how many UTF-16 units of the log are known already
 * @param gone aborted when nobody listens any more; it ends by that, without an end of the reply
 */
export type FollowReply = (after: number, gone: AbortSignal) => AsyncGenerator<ReplyEvent, void>

/**
 * @param options.lags what is known here comes after what the server knows that receives the reply: only its end says
 *   that somebody who knows more knows too much
 */
export function createReplyLog(
  place: { replyId: string },
  { clock, onChange = () => {}, lags = false }: { clock: () => Date; onChange?: () => void; lags?: boolean },
): ReplyLog {
  const createdAt = clock().toISOString()
  let reply = newReply({ id: place.replyId, parentId: null, number: 0, createdAt })
  let started: ReplyEvent | undefined
  let end: ReplyEvent | undefined
  const wakes = new Set<() => void>()
  const wakeAll = () => {
    for (const wake of wakes) wake()
  }

  return {
    reply: () => reply,
    take(event) {
      const before = reply
      reply = foldReply(reply, event, reply.repliedAt ?? clock().toISOString())
      switch (event.type) {
        case 'started':
          started ??= event
          break
        case 'words':
        case 'reasoning':
        case 'truncated':
          if (reply === before) return
          break
        case 'finished':
        case 'stopped':
        case 'interrupted':
        case 'failed':
          return
        default:
          event satisfies never
      }
      wakeAll()
      onChange()
    },
    tell(event, characters = Number.POSITIVE_INFINITY) {
      end ??= event
      const parts = partsOf(reply)
      reply = withParts(reply, cutAt(parts, unitsOf(parts.map(logOf).join(''), characters)))
      wakeAll()
    },
    async *follow(after, gone) {
      let resume = () => {}
      const wake = () => resume()
      const change = () =>
        new Promise<void>((resolve) => {
          resume = resolve
        })
      wakes.add(wake)
      gone.addEventListener('abort', wake)
      try {
        // One that broke before it began has an end alone.
        while (!started && !end && !gone.aborted) await change()
        if (started && !gone.aborted) yield started
        for (let at = after; !gone.aborted; ) {
          const growth = growthAfter(partsOf(reply), at)
          const length = logLength(reply)
          if (growth) {
            at = placeAfter(growth)
            yield growth
          } else if (length < at && (end || !lags)) {
            at = length
            yield { type: 'truncated', at }
          } else if (end) return yield end
          else await change()
        }
      } finally {
        wakes.delete(wake)
        gone.removeEventListener('abort', wake)
      }
    },
  }
}
