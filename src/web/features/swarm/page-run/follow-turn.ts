import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { Reply } from '../../../../shared/chat/messages.ts'
import { type Writing, writeReply } from '../../../blocks/follow-stream/write-reply.ts'
import { endOfError, endOfReply, secondsToWait, type TurnEnd } from './turn-end.ts'

/** A turn that is being said. */
export interface FollowedTurn {
  /** Lets go of it; nothing is told any more, not even an end. @returns the words that came */
  abort: () => string
}

export interface Turntaking {
  /** Calls back when it is time to paint: all words that arrive until then are one change. */
  nextFrame: (callback: () => void) => void
  /** Calls back after so many milliseconds; returns what takes that back. */
  later: (act: () => void, milliseconds: number) => () => void
  now: () => Date
}

/** How long a turn waits in all for a server that takes no more for now, in seconds; a minute is what its limits count by. */
const WAITS_AT_MOST = 150

/**
 * Follows one turn to its end. Where the server takes no more turns for now, it is asked again when the server said, and
 * not before.
 * @param open asks for it
 * @param onWait tells until when it waits to be asked again; null when it does not any more
 * @param onEnd called once, with the words that came
 */
export function followTurn(
  options: Turntaking & {
    id: string
    open: (signal: AbortSignal) => AsyncIterable<ReplyEvent>
    onWords: (content: string) => void
    onWait: (until: Date | null) => void
    onEnd: (content: string, end: TurnEnd) => void
  },
): FollowedTurn {
  const { later, now } = options
  let waited = 0
  let cancelWait = () => {}
  let writing: Writing

  function ask(): void {
    writing = writeReply({ ...options, onEnd: over })
  }

  function over(reply: Reply, failure: { error: unknown } | null): void {
    const seconds = failure && reply.content === '' ? secondsToWait(failure.error) : null
    if (seconds !== null && waited + seconds <= WAITS_AT_MOST) wait(Math.max(1, seconds))
    else options.onEnd(reply.content, failure ? endOfError(failure.error) : endOfReply(reply))
  }

  function wait(seconds: number): void {
    waited += seconds
    options.onWait(new Date(now().getTime() + seconds * 1000))
    cancelWait = later(() => {
      options.onWait(null)
      ask()
    }, seconds * 1000)
  }

  ask()
  return {
    abort: () => {
      cancelWait()
      return writing.abort().content
    },
  }
}
