import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import { foldReply, newReply, type Reply } from '../../../../shared/chat/messages.ts'
import {
  cutAt,
  type KnownParts,
  knownWith,
  logLength,
  logOf,
  NOTHING_KNOWN,
  nextAfter,
  partsOf,
  withParts,
} from '../../../../shared/chat/parts.ts'
import { unitsOf } from './count-characters.ts'

/** The state of one reply on this server, shared by all of its followers here. */
export interface ReplyLog {
  /** The reply in its current state. */
  reply(): Reply
  /** Adds an event. Followers get the start and the parts at once, but not the end. */
  take(event: ReplyEvent): void
  /**
   * Sends the end to all present and future followers.
   * @param characters the length of the stored reply's log, by code point; what followers received beyond it is
   *   truncated
   */
  notify(end: ReplyEvent, characters?: number): void
  /** See `FollowReply`. */
  follow: FollowReply
}

/**
 * Follows a reply from a position in its log: `started`, its sources if it has any, the growth of its parts, and the
 * end, as soon as each is known. If the position is beyond what is known yet, it waits, or truncates the follower's
 * text: see `lags`. Followers are independent of each other; a slow one delays nobody, and gets what it missed in one
 * piece.
 * @param after how many UTF-16 units of the log are known already
 * @param gone is aborted when the follower leaves; the generator then returns without an end event
 */
export type FollowReply = (after: number, gone: AbortSignal) => AsyncGenerator<ReplyEvent, void>

/**
 * @param options.lags whether this log may be behind that of the server that receives the reply; a follower who knows
 *   more is then only truncated at the end
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
        case 'sources':
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
    notify(event, characters = Number.POSITIVE_INFINITY) {
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
        // A reply that failed before its start only has an end.
        while (!started && !end && !gone.aborted) await change()
        if (started && !gone.aborted) yield started
        let known: KnownParts = { ...NOTHING_KNOWN, at: after }
        while (!gone.aborted) {
          const next = nextAfter(partsOf(reply), known)
          const length = logLength(reply)
          if (next) {
            known = knownWith(known, next)
            yield next
          } else if (length < known.at && (end || !lags)) {
            known = { ...known, at: length }
            yield { type: 'truncated', at: length }
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
